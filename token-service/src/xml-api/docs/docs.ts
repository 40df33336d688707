import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { SystemClock } from '@service/billing/time.ts';
import { type Document, digestOf, documentOf } from '../../frames/documents.ts';
import { sendDocument } from '../../frames/send-document.ts';
import type { AnonymousLimits } from '../../limits/anonymous.ts';
import { type Api, isReading, type Step } from '../api.ts';
import type { Documented } from './page.ts';
import { type Library, preparedPage } from './prepared-page.ts';

interface Asset {
  readonly type: string;
  readonly document: Document | Promise<Document>;
}

/** All resources come from this origin, and none is inline. */
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
  readonly anonymous: AnonymousLimits;
  readonly library?: Library;
}

const FONT = '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2';

const read = (url: string): Buffer => readFileSync(fileURLToPath(url));
const text = (type: string, name: string): Asset => ({
  type: `${type}; charset=utf-8`,
  document: documentOf(read(new URL(`./assets/${name}`, import.meta.url).href)),
});
/** A woff2 file is compressed already. */
const font = (identity: Buffer): Asset => ({
  type: 'font/woff2',
  document: { bytes: { identity }, digest: digestOf(identity) },
});

/** The reference page at `/docs`, for everyone; `/` redirects to it. */
export const docs = ({ origin, anonymous, ...deps }: Deps): Step => {
  const pageAt = preparedPage(deps);
  const assets: Readonly<Record<string, Asset>> = {
    '/docs/docs.css': text('text/css', 'docs.css'),
    '/docs/copy.js': text('text/javascript', 'copy.js'),
    '/docs/inter.woff2': font(read(import.meta.resolve(FONT))),
  };

  return async function docs(ctx, next) {
    const path = ctx.path === '/docs/' ? '/docs' : ctx.path;
    const asset = Object.hasOwn(assets, path) ? assets[path] : undefined;
    if (!isReading(ctx) || (path !== '/' && path !== '/docs' && !asset)) return next();

    ctx.state.route = 'docs';
    if (await anonymous.refuse(ctx, path === '/docs' ? 'docs' : 'files')) return;
    if (path === '/') return ctx.redirect('/docs');
    ctx.set({ 'Content-Security-Policy': POLICY, 'Cache-Control': 'no-cache' });
    ctx.set('Content-Type', asset?.type ?? 'text/html; charset=utf-8');
    sendDocument(ctx, await (asset?.document ?? pageAt(origin(ctx))));
  };
};
