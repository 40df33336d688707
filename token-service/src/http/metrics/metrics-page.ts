import { timingSafeEqual } from 'node:crypto';
import { isLoopback } from '@service/billing/values/loopback.ts';
import type Koa from 'koa';
import { digest } from '../../runtime/digest.ts';
import { unmapped } from '../../runtime/network-address.ts';
import type { AnonymousLimits } from '../limits/anonymous.ts';
import { routed } from '../routed.ts';
import type { Metrics } from './metrics.ts';

export interface MetricsPageDeps {
  readonly metrics: Pick<Metrics, 'type' | 'text'>;
  /** The bearer token of clients on other machines; null: these have no access. */
  readonly token: string | null;
  /**
   * The setting that says that other machines reach this one through a proxy, which need not add a header: then this
   * machine needs the token too.
   */
  readonly proxied?: string | undefined;
  /** Limits the requests of one address. */
  readonly anonymous?: Pick<AnonymousLimits, 'refuse'>;
}

/** `GET /metrics`: Prometheus text, for this machine unless a proxy is in front, and for clients with the token. */
export const metricsPage = ({ metrics, token, proxied, anonymous }: MetricsPageDeps): Koa.Middleware =>
  routed(
    async function metricsPage(ctx, next) {
      // The raw path: this page needs no decoding.
      if (ctx.req.url !== '/metrics' || (ctx.method !== 'GET' && ctx.method !== 'HEAD')) return next();
      if (await anonymous?.refuse(ctx, 'files')) return;
      ctx.set('Cache-Control', 'no-store');
      ctx.set('X-Content-Type-Options', 'nosniff');
      if ((!proxied && isLocal(ctx.req)) || hasToken(ctx.get('Authorization'), token)) {
        ctx.set('Content-Type', metrics.type);
        ctx.body = await metrics.text();
        return;
      }
      ctx.status = token === null ? 403 : 401;
      if (token !== null) ctx.set('WWW-Authenticate', 'Bearer realm="metrics"');
      ctx.body = token === null ? withoutToken(proxied) : 'Send METRICS_TOKEN as Authorization: Bearer.\n';
    },
    ['/metrics'],
  );

const withoutToken = (proxied: string | undefined): string =>
  proxied
    ? `${proxied} is set, so requests may come through a proxy. Set METRICS_TOKEN, and send it as Authorization: Bearer.\n`
    : 'Metrics are for this machine only. Set METRICS_TOKEN to read them from another one.\n';

/** Headers that proxies add. A client that adds one itself only loses access. */
const FORWARDED = /^(forwarded|via|x-forwarded-.*|x-real-ip)$/;

/** Whether a request comes from this machine itself: not from another one through a proxy on this machine. */
const isLocal = ({ socket, headers }: Koa.Context['req']): boolean =>
  isLoopback(unmapped(socket.remoteAddress ?? '')) && !Object.keys(headers).some((name) => FORWARDED.test(name));

const hasToken = (header: string, token: string | null): boolean => {
  const sent = /^bearer +(\S+)$/i.exec(header)?.[1];
  return token !== null && sent !== undefined && timingSafeEqual(Buffer.from(digest(sent)), Buffer.from(digest(token)));
};
