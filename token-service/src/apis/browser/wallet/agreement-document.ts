import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { WalletBuyer } from '@service/billing/ports/wallet.ts';
import { html, Markup } from '../../../documents/html.ts';
import { stylesheet } from '../../../pages/style/stylesheet.ts';
import type { AgreementQuery } from './agreement-address.ts';

const asset = (name: string): URL => new URL(`./assets/${name}`, import.meta.url);

const STYLE = stylesheet([asset('agreement.css')], (name) => `/js/v1/fonts/${name}`);
const SCRIPT = readFileSync(asset('agreement.js'), 'utf8');

const hash = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** Allows only its own style and script, each by its hash. No page may frame it, to prevent clickjacking. */
export const AGREEMENT_POLICY = [
  "default-src 'none'",
  `script-src ${hash(SCRIPT)}`,
  `style-src ${hash(STYLE)}`,
  "connect-src 'self'",
  "font-src 'self'",
  'img-src data:',
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
].join('; ');

/** The reason why the page cannot offer an agreement. */
export interface AgreementRefusal {
  readonly code: 'wallet-not-configured' | 'wallet-error' | 'invalid-public-key';
  /** The message for the developer of the opening page. */
  readonly message: string;
}

/** The data for the script of the page. */
type PageData = Pick<AgreementQuery, 'key' | 'version' | 'origin' | 'state'> & {
  readonly refusal?: AgreementRefusal;
};

const page = (title: string, data: PageData | undefined, body: Markup): string =>
  html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<link rel="icon" href="data:,">
<link rel="preload" href="/js/v1/fonts/inter.woff2" as="font" type="font/woff2" crossorigin>
<style>${new Markup(STYLE)}</style>
</head>
<body${data ? html` data-agreement="${JSON.stringify(data)}"` : ''}>
<header><span class="name">Sandbox wallet</span><span class="note">No real money</span></header>
<main>
${body}
<section id="alone" hidden>
<h1 tabindex="-1">Go back to the page you came from</h1>
<p>This page does not know who asks, so nothing was agreed. Close this window, and choose the wallet there again.</p>
<p class="quiet">For its developer: a page that sends <code>Cross-Origin-Opener-Policy: same-origin</code> cannot hear from the wallet; <code>same-origin-allow-popups</code> lets it.</p>
</section>
<section id="done" hidden>
<h1 tabindex="-1">You can close this window</h1>
<p>The page you came from knows what you chose.</p>
</section>
<noscript><p class="problem">This page works with JavaScript. Switch it on, then choose the wallet again.</p></noscript>
</main>
<script>${new Markup(SCRIPT)}</script>
</body>
</html>
`.text;

/** The merchant by name and address, the terms of the agreement, and the two buttons. */
export const askingPage = (
  { key, version, origin, state, description }: AgreementQuery,
  company: string | null,
  buyers: readonly WalletBuyer[],
): string => {
  const merchant = html`<bdi>${company ?? new URL(origin).host}</bdi>`;
  return page(
    'Agree to pay from your wallet',
    { key, version, origin, state },
    html`<form id="ask" hidden>
<h1>Pay ${merchant} from your wallet?</h1>
<p class="quiet">You came from <bdi>${origin}</bdi></p>
<p>You let <strong>${merchant}</strong> charge your wallet for ${description ? 'this' : 'what you buy there'}, now and later, until you end the agreement.</p>
${description ? html`<p class="what" dir="auto">${description}</p>` : ''}
<fieldset>
<legend>Name</legend>
${buyers.map(
  (
    { id, name, behaviour },
    index,
  ) => html`<label><input type="radio" name="buyer" value="${id}"${index === 0 ? html` checked` : ''}>
<span><strong>${name}</strong> <span class="quiet">${behaviour}</span></span></label>
`,
)}</fieldset>
<p class="problem" role="alert"></p>
<div class="answers">
<button type="submit" class="main">Agree</button>
<button type="button" class="second" id="cancel">Cancel</button>
</div>
</form>`,
  );
};

/** The site has no wallet; the page shows the reason. */
export const refusingPage = ({ key, version, origin, state }: AgreementQuery, refusal: AgreementRefusal): string =>
  page(
    'No wallet here',
    { key, version, origin, state, refusal },
    html`<section id="ask">
<h1>This wallet cannot be used here</h1>
<p>Close this window, and choose another way to pay.</p>
<p class="quiet">For the developer: ${refusal.message}</p>
</section>`,
  );

/** Its URL has no page that could receive the result. */
export const unsoundPage = (): string =>
  page(
    'Nothing to agree to',
    undefined,
    html`<section id="ask">
<h1>There is nothing to agree to</h1>
<p>The address of this page is incomplete. Close this window, go back to the page you came from, and choose the wallet there again.</p>
<p class="quiet">For its developer: <code>service.wallet.token()</code> opens this page with <code>key</code>, <code>state</code>, and the <code>origin</code> of the page that asks, such as <code>https://shop.example.com</code>. A <code>description</code> has at most 127 characters.</p>
</section>`,
  );
