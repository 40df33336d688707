import type { Site } from '@service/billing/resources/site.ts';
import { Failure } from '@service/billing/values/failure.ts';
import type { RequireEncryption } from '../../../http/in-the-clear.ts';
import { isReading } from '../../../http/request.ts';
import type { Api, ApiStep, Identity } from '../api.ts';

/** The caller, in every step after `authenticated`. */
export const identityOf = ({ state }: Api): Identity => {
  if (!state.identity) throw new Failure('unauthorized', state.sentPublicKey ? { sent: 'public_key' } : {});
  return state.identity;
};

/** Responds 401 without a valid private key. */
export const authenticated: ApiStep = async function authenticated(ctx, next) {
  if (!ctx.state.identity) ctx.set('WWW-Authenticate', 'Basic realm="XML API"');
  identityOf(ctx);
  await next();
};

/** Responds 403 when a key of a production site was sent without TLS. */
export const encrypted = (requireEncryption: RequireEncryption): ApiStep =>
  async function encrypted(ctx, next) {
    requireEncryption(ctx, identityOf(ctx).site);
    await next();
  };

/** Responds 402 for a production site that is not in good standing. */
export const inGoodStanding: ApiStep = async function inGoodStanding(ctx, next) {
  if (owes(identityOf(ctx).site)) throw new Failure('payment_required');
  await next();
};

const owes = ({ mode, standing }: Site): boolean => mode === 'production' && standing !== 'good';

/** Responds 403 to a write with a read-only key. */
export const permitted: ApiStep = async function permitted(ctx, next) {
  if (identityOf(ctx).key.read_only && !isReading(ctx)) throw new Failure('forbidden');
  await next();
};
