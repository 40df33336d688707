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
    // The path as it came: one that cannot be read is no business of this page.
    if (ctx.req.url !== '/health' || (ctx.method !== 'GET' && ctx.method !== 'HEAD')) return next();
    const reason = draining()
      ? 'draining'
      : await storage().then(
          () => undefined,
          () => 'storage does not answer',
        );
    ctx.status = reason ? 503 : 200;
    if (reason) ctx.set('Retry-After', RETRY_AFTER);
    ctx.set('Cache-Control', 'no-store');
    ctx.set('X-Content-Type-Options', 'nosniff');
    ctx.body = reason ? { status: 'unavailable', reason } : { status: 'ok' };
  };
