import { readFileSync } from 'node:fs';
import type { SystemClock } from '@service/billing/values/time.ts';
import type { Logger } from 'pino';
import { xmlFailures } from '../documents/xml/errors/format.ts';
import { failures } from '../http/failures.ts';
import { type Document, documentAsIs, documentOf } from '../http/files/document.ts';
import { fontBytes } from '../http/files/font.ts';
import { sendDocument } from '../http/files/send-document.ts';
import { inOrder } from '../http/in-order.ts';
import type { AnonymousLimits } from '../http/limits/anonymous.ts';
import { isReadablePath } from '../http/readable-path.ts';
import { isReading, named, type Request, type Step } from '../http/request.ts';
import { routed } from '../http/routed.ts';
import { headersForPrograms } from '../http/security-headers.ts';
import { stylesheet } from '../pages/style/stylesheet.ts';
import { type Library, preparedFiles } from './prepared-files.ts';
import type { Documented } from './site.ts';

interface Asset {
  readonly type: string;
  readonly document: Document;
}

/** All resources come from this origin, and none is inline. */
const POLICY = [
  "default-src 'none'",
  "style-src 'self'",
  "script-src 'self'",
  "connect-src 'self'",
  "font-src 'self'",
  'img-src data:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

interface Deps extends Documented {
  readonly clock: SystemClock;
  readonly origin: (ctx: Request) => string;
  readonly anonymous: AnonymousLimits;
  readonly log: Pick<Logger, 'error'>;
  readonly library?: Library;
}

const own = (name: string): URL => new URL(`./assets/${name}`, import.meta.url);
const text = (type: string, content: Buffer): Asset => ({
  type: `${type}; charset=utf-8`,
  document: documentOf(content),
});
const script = (name: string): Asset => text('text/javascript', readFileSync(own(name)));

/** The documentation at `/docs`, for everyone; `/` redirects to it. */
export const docs = ({ origin, anonymous, log, ...deps }: Deps): Step => {
  const fileAt = preparedFiles(deps);
  const assets: Readonly<Record<string, Asset>> = {
    '/docs/assets/docs.css': text('text/css', Buffer.from(stylesheet([own('docs.css')], (name) => name))),
    '/docs/assets/listings.js': script('listings.js'),
    '/docs/assets/search.js': script('search.js'),
    '/docs/assets/inter.woff2': { type: 'font/woff2', document: documentAsIs(fontBytes('inter')) },
  };

  const steps = inOrder([
    named('docs'),
    headersForPrograms(),
    failures(log, xmlFailures),
    async function sendPage(ctx) {
      const path = pathOf(ctx);
      const asset = Object.hasOwn(assets, path) ? assets[path] : undefined;
      if (await anonymous.refuse(ctx, asset || path === '/' ? 'files' : 'docs')) return;
      if (path === '/') return ctx.redirect('/docs');
      const file = asset ? undefined : await fileAt(path, origin(ctx));
      if (!asset && !file) return notFound(ctx);
      ctx.set({ 'Content-Security-Policy': POLICY, 'Cache-Control': 'no-cache' });
      ctx.set('Content-Type', asset?.type ?? `${file?.type}; charset=utf-8`);
      const document = asset?.document ?? file?.document;
      if (document) await sendDocument(ctx, document);
    },
  ]);
  return routed(
    function docs(ctx, next) {
      return isReading(ctx) && isReadablePath(ctx) && isOurs(pathOf(ctx)) ? steps(ctx, next) : next();
    },
    ['/', '/docs', '/docs/:page', ...Object.keys(assets)],
  );
};

/** A slash at the end makes no difference. */
const pathOf = ({ path }: Request): string => (path.length > 1 ? path.replace(/\/$/, '') : path);

const isOurs = (path: string): boolean => path === '/' || path === '/docs' || path.startsWith('/docs/');

const notFound = (ctx: Request): void => {
  ctx.status = 404;
  ctx.set({ 'Content-Security-Policy': POLICY, 'Content-Type': 'text/html; charset=utf-8' });
  ctx.body = NOT_FOUND;
};

const NOT_FOUND = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>No such page</title>
<link rel="stylesheet" href="/docs/assets/docs.css">
<main class="frame"><h1>There is no such page</h1><p>Start at <a href="/docs">the documentation</a>.</p></main>
</html>
`;
