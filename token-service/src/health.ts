import type Koa from 'koa';

export interface Health {
  /** Resolves while storage answers. */
  readonly storage: () => Promise<void>;
  readonly draining: () => boolean;
}

const RETRY_AFTER = '5';

/** `GET /health`: 200 once requests can be answered; 503 with `Retry-After` while the process is going down or storage does not answer. */
export const health = ({ storage, draining }: Health): Koa.Middleware =>
  async function health(ctx, next) {
    if (ctx.path !== '/health' || (ctx.method !== 'GET' && ctx.method !== 'HEAD')) return next();
    const reason = draining()
      ? 'draining'
      : await storage().then(
          () => undefined,
          () => 'storage does not answer',
        );
    ctx.status = reason ? 503 : 200;
    if (reason) ctx.set('Retry-After', RETRY_AFTER);
    ctx.set('Cache-Control', 'no-store');
    ctx.body = reason ? { status: 'unavailable', reason } : { status: 'ok' };
  };
