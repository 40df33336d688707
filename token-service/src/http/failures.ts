import { isReadOnly, isUnavailable } from '@service/billing/values/failure.ts';
import type { Logger } from 'pino';
import type { Request, RequestState, Step } from './request.ts';

/** Seconds after which a client may retry when the service is not available. */
export const RETRY_AFTER = 5;

/** The response to a request that failed. */
export interface FailureResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** The symbol for the log. */
  readonly symbol?: string;
}

/** A surface's responses to requests that failed. */
export interface FailureFormat<State extends RequestState = RequestState> {
  /** Returns undefined for an error that is not expected. */
  expected(error: unknown, ctx: Request<State>): FailureResponse | undefined;
  /** The response to a bug: nothing but the id of its log entry. */
  unexpected(error: unknown, ctx: Request<State>): FailureResponse;
}

/** Responds to errors of the following steps in the format of the surface, and logs unexpected ones. */
export const failures = <State extends RequestState>(
  log: Pick<Logger, 'error'>,
  { expected, unexpected }: FailureFormat<State>,
): Step<State> =>
  async function failures(ctx, next) {
    try {
      await next();
    } catch (error) {
      respond(ctx, expected(error, ctx) ?? logged(log, ctx, error, unexpected));
    }
  };

const respond = (ctx: Request, { status, headers, body, symbol }: FailureResponse): void => {
  if (symbol !== undefined) ctx.state.symbol = symbol;
  ctx.status = status;
  ctx.set(headers);
  ctx.body = body;
};

const logged = <State extends RequestState>(
  log: Pick<Logger, 'error'>,
  ctx: Request<State>,
  error: unknown,
  unexpected: FailureFormat<State>['unexpected'],
): FailureResponse => {
  const { name, message, stack } = error instanceof Error ? error : new Error('something was thrown that is no error');
  log.error({ request_id: ctx.state.correlation, route: ctx.state.route, error: { name, message, stack } });
  return unexpected(error, ctx);
};

const plain = (status: number, body: string, headers: FailureResponse['headers'] = {}): FailureResponse => ({
  status,
  headers: {
    ...headers,
    'Cache-Control': 'no-store',
    'Content-Type': 'text/plain; charset=utf-8',
    'X-Content-Type-Options': 'nosniff',
  },
  body,
});

/** Failures as plain text. */
export const plainText: FailureFormat = {
  expected: (error) =>
    isReadOnly(error)
      ? plain(503, 'This service is read-only at the moment: nothing can be changed.')
      : isUnavailable(error)
        ? plain(503, 'The service cannot take this request right now. Try again in a moment.', {
            'Retry-After': String(RETRY_AFTER),
          })
        : undefined,
  unexpected: (_, { state }) =>
    plain(500, `Something went wrong on our side. When you ask for help, give this id: ${state.correlation}.`),
};
