import { createHmac } from 'node:crypto';
import { containsCardNumber } from '@service/billing/values/card/find.ts';
import { Failure, type FailureSymbol } from '@service/billing/values/failure.ts';
import type { SystemClock } from '@service/billing/values/time.ts';
import type { Logger } from 'pino';
import { type IdempotencyKeys, replay, type StoredResponse, takeKey } from '../../../http/idempotency.ts';
import type { Api, ApiState, ApiStep } from '../api.ts';
import { identityOf } from './authorized.ts';

const KEY = /^[\x20-\x7e]{1,255}$/;

/** The headers that a stored response repeats; all others are set anew for each request. */
const REPEATED = ['Content-Type', 'Content-Language', 'Location'];

/** Methods that change something. A GET can be repeated anyway. */
const WRITING: readonly string[] = ['POST', 'PUT', 'DELETE'];

/** Temporary errors: the same request may succeed later. */
const TRANSIENT: readonly string[] = ['simultaneous_request', 'too_many_requests'] satisfies FailureSymbol[];

interface Deps {
  readonly keys: IdempotencyKeys;
  readonly clock: SystemClock;
  readonly log: Pick<Logger, 'error'>;
}

/**
 * A POST, PUT or DELETE with an `Idempotency-Key` is carried out once: for 24 hours, the same request gets the same
 * response. A different request with the key, and one that arrives while the first is in progress, gets 422. Server
 * errors are not stored.
 */
export const idempotent = ({ keys, clock, log }: Deps): ApiStep =>
  async function idempotent(ctx, next) {
    const key = ctx.get('Idempotency-Key');
    if (!WRITING.includes(ctx.method) || key === '') return next();
    if (!KEY.test(key)) {
      throw new Failure('bad_request', { name: 'Idempotency-Key' }, 'Send 1 to 255 printable ASCII characters');
    }
    // The key is stored in plain text.
    if (containsCardNumber(key)) {
      throw new Failure(
        'bad_request',
        { name: 'Idempotency-Key' },
        'It contains a card number. Send a random key, such as a UUID',
      );
    }

    const { site } = identityOf(ctx);
    const taken = await takeKey({ keys, clock }, site.id, key, fingerprint(ctx));
    ctx.state.idempotency = resultOf(taken);
    if (taken === 'in_progress') throw new Failure('simultaneous_request');
    if (taken === 'mismatch') throw new Failure('idempotency_key_reused');
    if ('status' in taken) {
      replay(ctx, taken);
      ctx.set('Cache-Control', 'no-cache');
      return;
    }

    ctx.state.idempotencyKey = key;
    await next();

    // The work is done, so the response is sent even if it cannot be stored.
    await taken
      .settle(isFinal(ctx) ? responseOf(ctx) : undefined)
      .catch((error: Error) =>
        log.error({ request_id: ctx.state.correlation, idempotency: 'not kept', error: { message: error.message } }),
      );
  };

const resultOf = (taken: Awaited<ReturnType<typeof takeKey>>): NonNullable<ApiState['idempotency']> => {
  if (typeof taken === 'string') return taken;
  return 'status' in taken ? 'replayed' : 'first';
};

const fingerprint = (ctx: Api): string =>
  createHmac('sha256', identityOf(ctx).presented)
    .update(`${ctx.method}\n${ctx.path}\n${ctx.querystring}\n${ctx.state.version?.rendered}\n`)
    .update(ctx.state.bytes ?? '')
    .digest('hex');

const isFinal = ({ status, state }: Api): boolean =>
  status < 500 && (state.symbol === undefined || !TRANSIENT.includes(state.symbol));

const responseOf = (ctx: Api): StoredResponse => ({
  status: ctx.status,
  headers: Object.fromEntries(
    REPEATED.filter((name) => ctx.res.hasHeader(name)).map((name) => [name, String(ctx.res.getHeader(name))]),
  ),
  body: typeof ctx.body === 'string' ? ctx.body : '',
});
