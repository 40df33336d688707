import { permissionRule } from '@service/billing/domain/operators/permissions.ts';
import { Failure, Invalid, isReadOnly, isUnavailable } from '@service/billing/values/failure.ts';
import { html, type Markup } from '../../../documents/html.ts';
import { english } from '../../../documents/messages/en/index.ts';
import { type FailureFormat, RETRY_AFTER } from '../../../http/failures.ts';
import { consoleFailureWords } from '../parts/failure-words.ts';
import { messageShell, shownPage } from '../parts/shell.ts';
import { type ConsoleRefusal, ConsoleRefused } from '../refused.ts';
import type { ConsoleState } from '../visit.ts';

const REFUSALS: Readonly<Record<ConsoleRefusal, readonly [status: number, title: string, text: string]>> = {
  missing: [404, 'This page does not exist', 'The address is wrong, or the record was removed.'],
  forbidden: [403, 'Your role does not include this', 'An owner or admin of the site can give you another role.'],
  expired_form: [
    403,
    'This form is no longer valid',
    'Nothing was changed. Go back, reload the page, and send it again.',
  ],
  too_large: [413, 'The files are too large', 'Nothing was changed. Go back, and choose smaller files.'],
  repeated: [
    409,
    'This form was sent before with other values',
    'Only the first one was carried out. Open the page again.',
  ],
  in_progress: [409, 'This form is being carried out', 'Wait a moment, then reload the page that you came from.'],
  insecure: [403, 'This console needs HTTPS', 'Open its address with https:// in front.'],
  foreign_network: [
    403,
    'This console is not open to your network',
    'CONSOLE_NETWORKS names the networks that may use it.',
  ],
  no_operator: [503, 'This console has no operator yet', 'Invite the first one on the command line of the service:'],
};

const INVITE = 'npm run operator -- invite you@example.com --site <subdomain> --role owner';

/** A page for every request that has none. */
export const consoleFailures: FailureFormat<ConsoleState> = {
  expected(error, ctx) {
    const refused = refusalOf(error);
    if (!refused) return undefined;
    const { status, title, content, symbol, headers = {} } = refused;
    ctx.type = 'html';
    const { visit } = ctx.state;
    // The menu leads on from here.
    if (visit) return { status, headers, body: shownPage(ctx, visit, { title }, content), symbol };
    const home = html`<p><a class="button" href="/">Home</a></p>`;
    return { status, headers, body: messageShell(title, [...content, status === 503 ? '' : home]), symbol };
  },
  unexpected(_, ctx) {
    ctx.type = 'html';
    const body = messageShell('Something went wrong', [
      html`<p>The error is in the log of the service under this id:</p><p><code>${ctx.state.correlation}</code></p>`,
    ]);
    return { status: 500, headers: {}, body };
  },
};

interface RefusedPage {
  readonly status: number;
  readonly title: string;
  readonly content: readonly Markup[];
  readonly symbol: string;
  readonly headers?: Readonly<Record<string, string>>;
}

const refusalOf = (error: unknown): RefusedPage | undefined => {
  if (error instanceof ConsoleRefused) return ofRefusal(error);
  if (isReadOnly(error)) {
    return page(
      503,
      'This service is read-only at the moment',
      'Nothing can be changed until it is switched back.',
      'read_only',
    );
  }
  if (isUnavailable(error)) {
    const unavailable = page(
      503,
      'The service cannot take this request right now',
      'Try again in a moment.',
      'service_unavailable',
    );
    return { ...unavailable, headers: { 'Retry-After': String(RETRY_AFTER) } };
  }
  if (error instanceof Invalid)
    return page(
      422,
      'This cannot be done',
      error.issues.map((issue) => `${issue.field} ${english.issue(issue)}.`).join(' '),
      'invalid',
    );
  if (!(error instanceof Failure)) return undefined;
  const words = consoleFailureWords(error);
  switch (error.symbol) {
    case 'not_found':
      return page(404, 'There is no such record', 'It was removed, or the address is wrong.', 'not_found');
    case 'https_required':
      return ofRefusal(new ConsoleRefused('insecure'));
    case 'too_many_requests': {
      const wait = String(error.params.seconds ?? RETRY_AFTER);
      return {
        ...page(429, 'Too many requests', `Try again in ${wait} seconds.`, 'too_many_requests'),
        headers: { 'Retry-After': wait },
      };
    }
    default:
      return page(422, 'This cannot be done', [words, error.details].filter(Boolean).join(' '), error.symbol);
  }
};

const page = (status: number, title: string, text: string, symbol: string): RefusedPage => ({
  status,
  title,
  content: [html`<p>${text}</p>`],
  symbol,
});

const ofRefusal = ({ refusal, permission }: ConsoleRefused): RefusedPage => {
  const [status, title, text] = REFUSALS[refusal];
  const content = [html`<p>${text}</p>`];
  if (permission) content.unshift(html`<p>It needs the permission “${permissionRule(permission).label}”.</p>`);
  if (refusal === 'no_operator') content.push(html`<pre><code>${INVITE}</code></pre>`);
  return { status, title, content, symbol: refusal };
};
