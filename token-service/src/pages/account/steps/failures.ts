import { Failure, type FailureSymbol, Invalid, isUnavailable } from '@service/billing/values/failure.ts';
import { html, type Markup } from '../../../documents/html.ts';
import type { AccountWords } from '../../../documents/messages/en/account.ts';
import { type FailureFormat, RETRY_AFTER } from '../../../http/failures.ts';
import { readerOf } from '../language.ts';
import { shopLink } from '../parts/brand.ts';
import { shell } from '../parts/shell.ts';
import { VIEWING } from '../parts/viewing.ts';
import { type PageRefusal, PageRefused } from '../refused.ts';
import type { AccountPage, AccountState, Reader } from '../visit.ts';

const STATUS: Readonly<Record<PageRefusal, number>> = {
  unknown: 404,
  signedOut: 403,
  missing: 404,
  viewing: 403,
  unreadable: 400,
  expiredForm: 403,
  tooMany: 429,
  insecure: 403,
  busy: 409,
  unavailable: 503,
  readOnly: 503,
  repeated: 409,
};

/** Failures that a page does not handle itself. */
const REFUSALS: Partial<Record<FailureSymbol, PageRefusal>> = {
  not_found: 'missing',
  read_only: 'readOnly',
  bad_request: 'unreadable',
  https_required: 'insecure',
  simultaneous_request: 'busy',
  too_many_requests: 'tooMany',
};

/** A page for every request that has none. */
export const pageFailures: FailureFormat<AccountState> = {
  expected(error, ctx) {
    const refused = asRefused(error);
    if (!refused) return undefined;
    const { refusal, wait } = refused;
    return {
      status: STATUS[refusal],
      headers: wait === undefined ? {} : { 'Retry-After': String(wait) },
      // A page that does not exist is answered before the customer is known, who may be signed in.
      body: messagePage(ctx, refusal === 'missing', ...wordsOf(refusal, readerFor(ctx).words)),
      symbol: refusal,
    };
  },
  unexpected(_, ctx) {
    const { pages } = readerFor(ctx).words;
    const body = messagePage(ctx, false, pages.brokenTitle, [pages.broken, pages.reference(ctx.state.correlation)]);
    return { status: 500, headers: {}, body };
  },
};

const asRefused = (error: unknown): PageRefused | undefined => {
  if (error instanceof PageRefused) return error;
  if (isUnavailable(error)) return new PageRefused('unavailable', RETRY_AFTER);
  if (error instanceof Invalid) return new PageRefused('busy');
  if (!(error instanceof Failure)) return undefined;
  const refusal = REFUSALS[error.symbol];
  const { seconds } = error.params;
  return refusal && new PageRefused(refusal, seconds === undefined ? undefined : Number(seconds));
};

const wordsOf = (
  refusal: PageRefusal,
  { pages, problems }: AccountWords,
): readonly [title: string, texts: readonly string[]] => {
  switch (refusal) {
    case 'unknown':
      return [pages.unknownTitle, [pages.unknown]];
    case 'signedOut':
      return [pages.signedOutTitle, [pages.signedOut]];
    case 'missing':
      return [pages.missingTitle, [pages.missing]];
    case 'viewing':
      return [VIEWING.title, [VIEWING.refused]];
    case 'unreadable':
      return [pages.missingTitle, [pages.unreadable]];
    case 'expiredForm':
      return [problems.title, [pages.expiredForm]];
    case 'tooMany':
      return [pages.tooManyTitle, [pages.tooMany]];
    case 'insecure':
      return [pages.insecureTitle, [pages.insecure]];
    case 'readOnly':
      return [problems.title, [pages.readOnly]];
    case 'repeated':
      return [problems.title, [problems.repeated]];
    case 'busy':
    case 'unavailable':
      return [problems.title, [problems.busy]];
  }
};

type ReaderRequest = Pick<AccountPage, 'get'> & { readonly state: AccountState };

/** Before the customer is known, the browser's language counts. */
export const readerFor = (ctx: ReaderRequest): Reader => {
  const { state } = ctx;
  if (state.visit) return state.visit;
  state.reader ??= readerOf(undefined, ctx.get('Accept-Language'));
  return state.reader;
};

/** A page that says something. `next`: what can be done then; without it, the link to the shop. */
export const messagePage = (
  ctx: ReaderRequest & Pick<AccountPage, 'type'>,
  back: boolean,
  title: string,
  texts: readonly string[],
  next?: Markup,
): string => {
  ctx.type = 'html';
  const { visit } = ctx.state;
  const reader = visit ?? readerFor(ctx);
  const shop = visit ? '' : shopLink(reader, 'button main');
  return shell(reader, { title, back: back || visit !== undefined }, [
    ...texts.map((text) => html`<p>${text}</p>`),
    next ?? (shop ? html`<p class="choices">${shop}</p>` : ''),
  ]);
};
