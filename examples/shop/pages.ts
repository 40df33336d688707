import { readFile, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import Router from '@koa/router';
import type { Context, Middleware } from 'koa';
import { escapeText } from './xml.ts';

/** The service's addresses and public key, for the pages. */
export interface ServiceAddresses {
  readonly apiUrl: string;
  readonly scriptUrl: string;
  readonly publicKey: string;
}

const EXAMPLES = fileURLToPath(new URL('..', import.meta.url));
const FONT = dirname(fileURLToPath(import.meta.resolve('@fontsource-variable/inter/wght.css')));

/** A name without a slash or a leading dot cannot leave its folder. */
const NAME = '[a-z0-9][a-z0-9-]*\\.(?:css|js|svg|webp|woff2)';
const WHOLE_NAME = new RegExp(`^${NAME}$`);
const PAGE_NAME = /^[a-z][a-z-]*\.html$/;

/**
 * Serves the example pages, their assets and the font. Files are read on each request, so that an edit shows on reload.
 */
export const pages = (addresses: ServiceAddresses) => {
  const words: Record<string, string> = {
    api_url: addresses.apiUrl,
    script_url: addresses.scriptUrl,
    script_origin: new URL(addresses.scriptUrl).origin,
    public_key: addresses.publicKey,
  };

  const page = async (ctx: Context, name: string) => {
    const html = PAGE_NAME.test(name) && (await readFile(join(EXAMPLES, name), 'utf8').catch(() => undefined));
    if (!html) return;
    ctx.set('Cache-Control', 'no-cache');
    ctx.type = 'html';
    ctx.body = html.replace(/\{\{(\w+)\}\}/g, (_, word: string) => escapeText(words[word] ?? ''));
  };

  const files = (folder: string, cache: string) => async (ctx: Context) => {
    const name: string = ctx.params.name;
    if (!WHOLE_NAME.test(name)) return;
    await sendFile(ctx, join(folder, name), cache);
  };

  return new Router()
    .get('/', (ctx) => page(ctx, 'index.html'))
    .get('/:name', (ctx) => page(ctx, ctx.params.name ?? ''))
    .get('/assets/:name', files(join(EXAMPLES, 'assets'), 'no-cache'))
    .get('/fonts/:name', files(FONT, 'no-cache'))
    .get('/fonts/files/:name', files(join(FONT, 'files'), 'public, max-age=31536000, immutable'))
    .routes();
};

const sendFile = async (ctx: Context, path: string, cache: string): Promise<void> => {
  const facts = await stat(path).catch(() => undefined);
  if (!facts?.isFile()) return;
  ctx.status = 200;
  ctx.set('Cache-Control', cache);
  ctx.type = path.slice(path.lastIndexOf('.'));
  ctx.lastModified = facts.mtime;
  if (ctx.fresh) ctx.status = 304;
  else ctx.body = await readFile(path);
};

/**
 * A strict policy of the merchant's page. It allows the script, the requests and the card frames of the payment
 * service, and nothing inline, so a page that works here works in any shop.
 */
export const securityHeaders = ({ scriptUrl }: ServiceAddresses): Middleware => {
  const service = new URL(scriptUrl).origin;
  const policy = (frames: string) =>
    [
      "default-src 'none'",
      `script-src 'self' ${service}`,
      `frame-src ${frames}`,
      `connect-src 'self' ${service}`,
      "style-src 'self'",
      "font-src 'self'",
      "img-src 'self'",
      "form-action 'self'",
      "frame-ancestors 'none'",
      "base-uri 'none'",
      "require-trusted-types-for 'script'",
    ].join('; ');

  return (ctx, next) => {
    // Mail is shown in a frame of its own, under a stricter policy.
    ctx.set('Content-Security-Policy', policy(ctx.path === '/mail.html' ? "'self'" : service));
    ctx.set('X-Content-Type-Options', 'nosniff');
    ctx.set('Referrer-Policy', 'strict-origin-when-cross-origin');
    return next();
  };
};
