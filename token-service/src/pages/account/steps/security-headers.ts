import type { Page, Step } from '../visit.ts';

/** The policy of a page; `framed` is the browser origin, whose script and card fields the page uses. */
export const policyFor = (framed?: string): string =>
  [
    "default-src 'none'",
    `script-src 'self'${framed ? ` ${framed}` : ''}`,
    "style-src 'self'",
    "font-src 'self'",
    "img-src 'self' data:",
    `connect-src ${framed ?? "'none'"}`,
    `frame-src ${framed ?? "'none'"}`,
    "form-action 'self'",
    "base-uri 'none'",
    "object-src 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
  ].join('; ');

const HEADERS = {
  'Content-Security-Policy': policyFor(),
  'Cache-Control': 'no-store',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'X-Robots-Tag': 'noindex',
};

/** The pages show personal data: browsers keep no copy, send no referrer, and show them in no frame. */
export const securityHeaders = (isSecure: (ctx: Page) => boolean): Step =>
  async function securityHeaders(ctx, next) {
    ctx.set(HEADERS);
    if (isSecure(ctx)) ctx.set('Strict-Transport-Security', 'max-age=31536000');
    await next();
  };
