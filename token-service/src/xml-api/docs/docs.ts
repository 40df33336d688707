import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { SystemClock } from '@service/billing/time.ts';
import type { Release } from '../../frames/release.ts';
import { type Api, isReading, type Step } from '../api.ts';
import { matches, tagOf } from '../rules/conditional.ts';
import { type Documented, referencePage } from './page.ts';

interface Asset {
  readonly type: string;
  readonly bytes: Buffer;
}

const asset = (type: string, url: string): Asset => ({ type, bytes: readFileSync(fileURLToPath(url)) });

/** Everything comes from here, and nothing is inline. */
const POLICY = [
  "default-src 'none'",
  "style-src 'self'",
  "script-src 'self'",
  "font-src 'self'",
  'img-src data:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

interface Deps extends Documented {
  readonly clock: SystemClock;
  readonly origin: (ctx: Api) => string;
  readonly release?: (seen: Api) => Release;
}

/** The reference page at `/docs`, for anybody; `/` leads there. */
export const docs = ({ clock, origin, release, ...documented }: Deps): Step => {
  const assets: Readonly<Record<string, Asset>> = {
    '/docs/docs.css': asset('text/css; charset=utf-8', new URL('./assets/docs.css', import.meta.url).href),
    '/docs/copy.js': asset('text/javascript; charset=utf-8', new URL('./assets/copy.js', import.meta.url).href),
    '/docs/inter.woff2': asset(
      'font/woff2',
      import.meta.resolve('@fontsource-variable/inter/files/inter-latin-wght-normal.woff2'),
    ),
  };

  return async function docs(ctx, next) {
    const path = ctx.path === '/docs/' ? '/docs' : ctx.path;
    const file = Object.hasOwn(assets, path) ? assets[path] : undefined;
    if (!isReading(ctx) || (path !== '/' && path !== '/docs' && !file)) return next();

    ctx.state.route = 'docs';
    if (path === '/') return ctx.redirect('/docs');
    const page = (): Asset => ({
      type: 'text/html; charset=utf-8',
      bytes: Buffer.from(referencePage(documented, { origin: origin(ctx), now: clock.now(), release: release?.(ctx) })),
    });
    send(ctx, file ?? page());
  };
};

const send = (ctx: Api, { type, bytes }: Asset): void => {
  const etag = tagOf(bytes);
  ctx.status = 200;
  ctx.set({ ETag: etag, 'Content-Security-Policy': POLICY, 'Cache-Control': 'no-cache' });
  if (matches(ctx.get('If-None-Match'), etag)) {
    ctx.status = 304;
    return;
  }
  ctx.type = type;
  ctx.body = bytes;
};
