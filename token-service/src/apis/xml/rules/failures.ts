import { Failure, type FailureSymbol, Invalid, Unanswered } from '@service/billing/values/failure.ts';
import type { Logger } from 'pino';
import { type Api, type Step, XML_UTF8 } from '../api.ts';
import { errorDocument, errorsDocument } from '../errors/documents.ts';
import { statusOf } from '../errors/status.ts';
import { wordsFor } from './words.ts';

/** Seconds after which a client may retry when the service is not available. */
const RETRY_AFTER = 5;

/** Failures that say after how many seconds a client may retry. */
const WAITS: ReadonlySet<FailureSymbol> = new Set(['too_many_requests', 'too_many_attempts']);

/** Renders expected errors. Any other error is a bug: 500, with nothing but the id of its log entry. */
export const failures = (log: Pick<Logger, 'error'>): Step =>
  async function failures(ctx, next) {
    try {
      await next();
    } catch (error) {
      if (error instanceof Invalid) answerInvalid(ctx, error);
      else answerFailure(ctx, error instanceof Failure ? error : unexpected(ctx, error, log));
    }
  };

const unexpected = ({ state }: Api, error: unknown, log: Pick<Logger, 'error'>): Failure => {
  const { name, message, stack } = error instanceof Error ? error : new Error('something was thrown that is no error');
  log.error({ request_id: state.correlation, route: state.route, error: { name, message, stack } });
  if (error instanceof Unanswered) return new Failure('service_unavailable');
  return new Failure('internal_server_error', { id: state.correlation });
};

const answerFailure = (ctx: Api, failure: Failure): void => {
  const words = wordsFor(ctx);
  ctx.state.symbol = failure.symbol;
  if (failure.symbol === 'service_unavailable') ctx.set('Retry-After', String(RETRY_AFTER));
  if (WAITS.has(failure.symbol)) ctx.set('Retry-After', String(failure.params.seconds));
  answer(ctx, statusOf(failure.symbol, ctx.state.version?.rendered), words.language, errorDocument(failure, words));
};

const answerInvalid = (ctx: Api, invalid: Invalid): void => {
  const words = wordsFor(ctx);
  ctx.state.symbol = 'invalid';
  answer(ctx, 422, words.language, errorsDocument(invalid, words));
};

const answer = (ctx: Api, status: number, language: string, body: string): void => {
  ctx.status = status;
  ctx.set('Content-Type', XML_UTF8);
  ctx.set('Content-Language', language);
  ctx.set('Cache-Control', 'no-cache');
  ctx.body = body;
};
