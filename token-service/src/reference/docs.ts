import { readFileSync } from 'node:fs';
import { isLoopback } from '@service/billing/values/loopback.ts';
import type { SystemClock } from '@service/billing/values/time.ts';
import type { Logger } from 'pino';
import { xmlFailures } from '../documents/xml/errors/format.ts';
import { failures } from '../http/failures.ts';
import { type Document, documentAsIs, documentOf } from '../http/files/document.ts';
import { fontBytes } from '../http/files/font.ts';
import { sendDocument } from '../http/files/send-document.ts';
import { inOrder } from '../http/in-order.ts';
import type { AnonymousLimits } from '../http/limits/anonymous.ts';
import { fieldsOf } from '../http/query.ts';
import { isReadablePath } from '../http/readable-path.ts';
import { isReading, named, type Request, type Step } from '../http/request.ts';
import { routed } from '../http/routed.ts';
import { headersForPrograms } from '../http/security-headers.ts';
import { stylesheet } from '../pages/style/stylesheet.ts';
import type { PageContent } from './parts.ts';
import { type Library, preparedFiles } from './prepared-files.ts';
import { MOST_CHARACTERS } from './search/open-search.ts';
import { missingDocPage, resultsPage } from './search/search-pages.ts';
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
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ');

interface Deps extends Documented {
  readonly clock: SystemClock;
  readonly origin: (ctx: Request) => string;
  readonly anonymous: AnonymousLimits;
  readonly log: Pick<Logger, 'error'>;
  readonly library?: Library;
  /**
   * Returns the last token of the site whose key the examples name, if it can still be redeemed. Only for a process
   * that no other machine can reach.
   */
  readonly lastToken?: () => string | undefined;
}

const own = (name: string): URL => new URL(`./assets/${name}`, import.meta.url);
const text = (type: string, content: Buffer): Asset => ({
  type: `${type}; charset=utf-8`,
  document: documentOf(content),
});
const script = (name: string): Asset => text('text/javascript', readFileSync(own(name)));

/** The documentation at `/docs`, for everyone; `/` redirects to it. */
export const docs = ({ origin, anonymous, log, lastToken, ...deps }: Deps): Step => {
  const files = preparedFiles(deps);
  const assets: Readonly<Record<string, Asset>> = {
    '/docs/assets/docs.css': text('text/css', Buffer.from(stylesheet([own('docs.css')], (name) => name))),
    '/docs/assets/listings.js': script('listings.js'),
    '/docs/assets/run.js': script('run.js'),
    '/docs/assets/search.js': script('search.js'),
    '/docs/assets/inter.woff2': { type: 'font/woff2', document: documentAsIs(fontBytes('inter')) },
  };

  const page = async (ctx: Request, title: string, content: PageContent): Promise<void> => {
    ctx.set({
      'Content-Security-Policy': POLICY,
      'Cache-Control': 'no-cache',
      'Content-Type': 'text/html; charset=utf-8',
    });
    ctx.body = await files.framed({ path: '', title }, content, origin(ctx));
  };

  const sendResults = async (ctx: Request, path: string): Promise<void> => {
    const query = (fieldsOf(ctx.querystring).get('q') ?? '').trim().slice(0, MOST_CHARACTERS);
    const found = await files.search(query);
    if (path === SEARCH) return page(ctx, 'Search', resultsPage(query, found));
    ctx.set({ 'Cache-Control': 'no-cache', 'Content-Type': 'application/json; charset=utf-8' });
    ctx.body = JSON.stringify(found);
  };

  /** A page of another host whose name leads here (DNS rebinding) is told nothing. */
  const sendSandbox = (ctx: Request): void => {
    ctx.set({ 'Cache-Control': 'no-store', 'Content-Type': 'application/json; charset=utf-8' });
    ctx.body = JSON.stringify({ token_id: isLoopback(ctx.hostname) ? lastToken?.() : undefined });
  };

  const sendMissing = async (ctx: Request): Promise<void> => {
    const path = pathOf(ctx);
    const words = path.slice('/docs/'.length).replace(/\W+/g, ' ');
    await page(ctx, 'There is no such page', missingDocPage(path.slice(0, MOST_CHARACTERS), await files.search(words)));
    ctx.status = 404;
  };

  const steps = inOrder([
    named('docs'),
    headersForPrograms(),
    failures(log, xmlFailures),
    async function sendPage(ctx) {
      const path = pathOf(ctx);
      const asset = Object.hasOwn(assets, path) ? assets[path] : undefined;
      const isSearch = path === SEARCH || path === RESULTS;
      if (await anonymous.refuse(ctx, asset || path === '/' ? 'files' : isSearch ? 'docs_search' : 'docs')) return;
      if (path === '/') return ctx.redirect('/docs');
      if (isSearch) return sendResults(ctx, path);
      if (path === SANDBOX && lastToken) return sendSandbox(ctx);
      const file = asset ? undefined : await files.at(path, origin(ctx));
      if (!asset && !file) return sendMissing(ctx);
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
    ['/', '/docs', '/docs/:page', SEARCH, RESULTS, SANDBOX, ...Object.keys(assets)],
  );
};

/** The page with the results of a search, and the same for the script. */
const SEARCH = '/docs/search';
const RESULTS = '/docs/search.json';

/** The reader's last token, for the examples of a sandbox. */
const SANDBOX = '/docs/sandbox.json';

/** A slash at the end makes no difference. */
const pathOf = ({ path }: Request): string => (path.length > 1 ? path.replace(/\/$/, '') : path);

const isOurs = (path: string): boolean => path === '/' || path === '/docs' || path.startsWith('/docs/');
