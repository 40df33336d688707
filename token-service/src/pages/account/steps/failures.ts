import { Failure, type FailureSymbol, Invalid, isUnavailable } from '@service/billing/values/failure.ts';
import type { Logger } from 'pino';
import { html } from '../../../documents/html.ts';
import type { AccountWords } from '../../../documents/messages/en/account.ts';
import { readerOf } from '../language.ts';
import { shell } from '../parts/shell.ts';
import { type Refusal, Refused } from '../refused.ts';
import type { Page, Reader, Step } from '../visit.ts';

const STATUS: Readonly<Record<Refusal, number>> = {
  unknown: 404,
  signedOut: 403,
  missing: 404,
  unreadable: 400,
  expiredForm: 403,
  tooMany: 429,
  insecure: 403,
  busy: 409,
  unavailable: 503,
  repeated: 409,
};

/** Seconds after which a customer may try again when the service is not available. */
const RETRY_AFTER = 5;

/** Failures that a page does not handle itself. */
const REFUSALS: Partial<Record<FailureSymbol, Refusal>> = {
  not_found: 'missing',
  bad_request: 'unreadable',
  simultaneous_request: 'busy',
  too_many_requests: 'tooMany',
};

/** Renders a page for every request that has none. An unexpected error is a bug: 500, and the id of its log entry. */
export const failures = (log: Pick<Logger, 'error'>): Step =>
  async function failures(ctx, next) {
    try {
      await next();
    } catch (error) {
      const refused = asRefused(error);
      if (!refused) return broken(ctx, error, log);
      const { refusal, wait } = refused;
      ctx.state.symbol = refusal;
      ctx.status = STATUS[refusal];
      if (wait !== undefined) ctx.set('Retry-After', String(wait));
      // A page that does not exist is answered before the customer is known, who may be signed in.
      ctx.body = messagePage(ctx, refusal === 'missing', ...wordsOf(refusal, readerFor(ctx).words));
    }
  };

const asRefused = (error: unknown): Refused | undefined => {
  if (error instanceof Refused) return error;
  if (isUnavailable(error)) return new Refused('unavailable', RETRY_AFTER);
  if (error instanceof Invalid) return new Refused('busy');
  const refusal = error instanceof Failure ? REFUSALS[error.symbol] : undefined;
  return refusal && new Refused(refusal);
};

const broken = (ctx: Page, error: unknown, log: Pick<Logger, 'error'>): void => {
  const { name, message, stack } = error instanceof Error ? error : new Error('something was thrown that is no error');
  const { correlation, route } = ctx.state;
  log.error({ request_id: correlation, route, error: { name, message, stack } });
  const { pages } = readerFor(ctx).words;
  ctx.status = 500;
  ctx.body = messagePage(ctx, false, pages.brokenTitle, pages.broken, pages.reference(correlation));
};

const wordsOf = (refusal: Refusal, { pages, problems }: AccountWords): readonly [title: string, text: string] => {
  switch (refusal) {
    case 'unknown':
      return [pages.unknownTitle, pages.unknown];
    case 'signedOut':
      return [pages.signedOutTitle, pages.signedOut];
    case 'missing':
      return [pages.missingTitle, pages.missing];
    case 'unreadable':
      return [pages.missingTitle, pages.unreadable];
    case 'expiredForm':
      return [problems.title, pages.expiredForm];
    case 'tooMany':
      return [pages.tooManyTitle, pages.tooMany];
    case 'insecure':
      return [pages.insecureTitle, pages.insecure];
    case 'repeated':
      return [problems.title, problems.repeated];
    case 'busy':
    case 'unavailable':
      return [problems.title, problems.busy];
  }
};

/** Before the customer is known, the browser's language counts. */
export const readerFor = (ctx: Page): Reader => {
  const { state } = ctx;
  if (state.visit) return state.visit;
  state.reader ??= readerOf(ctx.get('Accept-Language'));
  return state.reader;
};

export const messagePage = (ctx: Page, back: boolean, title: string, ...texts: readonly string[]): string => {
  ctx.type = 'html';
  const { visit } = ctx.state;
  return shell(
    visit ?? readerFor(ctx),
    { title, back: back || visit !== undefined },
    texts.map((text) => html`<p>${text}</p>`),
  );
};
