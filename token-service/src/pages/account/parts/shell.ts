import { html, type Markup } from '../../../documents/html.ts';
import { documentDirection } from '../../../documents/messages/document-language.ts';
import { sellerName } from '../../../documents/messages/seller-name.ts';
import type { Reader, Visit } from '../visit.ts';
import { asset } from './assets.ts';
import { brandFooter, brandHead, brandMark, shopLink } from './brand.ts';
import { customerName } from './customer-name.ts';
import { form } from './form.ts';
import { viewingBanner } from './viewing.ts';

export interface Shell {
  readonly title: string;
  /** Whether the page has a link to the overview. */
  readonly back?: boolean;
  /** Whether it is the first page, which has a link to the shop instead. */
  readonly first?: boolean;
  /** Scripts besides that of every page, for example the browser library. */
  readonly scripts?: readonly Markup[];
  /** A wide page has two columns on a wide screen. */
  readonly wide?: boolean;
}

/** The frame of every page: head, header with the merchant's name, content. */
export const shell = (
  reader: Reader | Visit,
  { title, back = false, first = false, scripts = [], wide = false }: Shell,
  content: readonly (Markup | string)[],
): string => {
  const { words, locale, site } = reader;
  return html`<!doctype html>
<html lang="${locale}" dir="${documentDirection(locale)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${site ? words.titleOf(title, sellerName(site)) : title}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${asset('account.css')}">
${brandHead(site)}
<script type="module" src="${asset('account.js')}"></script>
${scripts}
</head>
<body>
<a class="skip" href="#content">${words.skip}</a>
${header(reader)}
<main id="content" class="${wide ? 'wide' : 'narrow'}">
${back ? html`<p class="back"><a href="/account">${words.back}</a></p>` : first ? html`<p class="back">${shopLink(reader)}</p>` : ''}
<h1>${title}</h1>
${content}
</main>
${brandFooter(reader)}
<p class="spoken" role="status" id="spoken"></p>
</body>
</html>
`.text;
};

/** Returns the header. The merchant's name is a link only during a session, because it leads to the overview. */
const header = (reader: Reader | Visit): Markup => {
  if ('account' in reader) return customerHeader(reader);
  const { site } = reader;
  return site ? html`<header class="masthead"><span class="wordmark">${brandMark(site)}</span></header>` : html``;
};

const customerHeader = (visit: Visit): Markup => html`${viewingBanner(visit.viewer)}<header class="masthead">
<a class="wordmark" href="/account">${brandMark(visit.site)}</a>
<div class="who"><span class="quiet" title="${customerOf(visit)}">${customerOf(visit)}</span>
${visit.viewer === null ? form(visit, { action: '/account/sign-out', className: 'inline' }, html`<button class="text-button" type="submit">${visit.words.signOut}</button>`) : ''}
</div>
</header>`;

const customerOf = ({ account, words }: Visit): string => words.signedInAs(customerName(account));
