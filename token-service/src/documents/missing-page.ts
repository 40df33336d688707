import { createHash } from 'node:crypto';
import type { Request } from '../http/request.ts';
import { stylesheet } from '../pages/style/stylesheet.ts';
import { html, Markup } from './html.ts';

/**
 * Returns a function that answers 404 with a page for people, which says where to go on. `fontAddress` returns the
 * address at which the origin serves a font.
 */
export const missingPage = (fontAddress: (name: string) => string): ((ctx: Request, body: Markup) => void) => {
  const style = stylesheet([new URL('missing-page.css', import.meta.url)], fontAddress);
  const policy = [
    "default-src 'none'",
    `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
    "font-src 'self'",
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
  return (ctx, body) => {
    ctx.status = 404;
    ctx.set({
      'Content-Security-Policy': policy,
      'Content-Type': 'text/html; charset=utf-8',
      'Cache-Control': 'no-cache',
      Vary: 'Accept',
    });
    ctx.body = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>There is no such page</title>
<link rel="icon" href="data:,">
<style>${new Markup(style)}</style>
</head>
<body>
<main>
<h1>There is no such page</h1>
${body}
</main>
</body>
</html>
`.text;
  };
};
