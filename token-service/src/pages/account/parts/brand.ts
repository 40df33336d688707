import type { Site } from '@service/billing/resources/site.ts';
import { isLoopback } from '@service/billing/values/loopback.ts';
import { logoAddress } from '../../../documents/brand/picture-address.ts';
import { html, type Markup } from '../../../documents/html.ts';
import { sellerName } from '../../../documents/messages/seller-name.ts';
import type { Reader } from '../visit.ts';
import { brandAddress, pageFontAddress } from './assets.ts';

/** The brand's part of the head of a page: its stylesheet, and the font that the page begins with. */
export const brandHead = (site: Site | undefined): Markup => {
  const font = site?.brand_font ?? 'inter';
  const look = { color: site?.brand_color ?? null, font };
  const isOwn = look.color === null && font === 'inter';
  return html`<link rel="preload" href="${pageFontAddress(`${font}.woff2`)}" as="font" type="font/woff2" crossorigin>${
    isOwn ? '' : html`\n<link rel="stylesheet" href="${brandAddress(look)}">`
  }`;
};

/** The logo of the merchant, or else its name. */
export const brandMark = (site: Site): Markup => {
  const name = sellerName(site);
  if (!site.logo) return html`${name}`;
  const { width, height } = site.logo;
  return html`<img class="logo" src="${logoAddress(site)}" alt="${name}" width="${width}" height="${height}">`;
};

/** Returns the page of the shop that the customer is led back to; undefined where none is known. */
export const shopAddress = ({ site, returnTo }: Pick<Reader, 'site' | 'returnTo'>): string | undefined =>
  returnTo ?? site?.shop_url ?? undefined;

/** The link back to the shop. */
export const shopLink = (reader: Reader, className = ''): Markup | '' => {
  const address = shopAddress(reader);
  if (!address || !reader.site) return '';
  return html`<a${className ? html` class="${className}"` : ''} href="${address}">${reader.words.brand.backTo(sellerName(reader.site))}</a>`;
};

/** The foot of a page: links to the shop and to the merchant's own terms. */
export const brandFooter = (reader: Reader): Markup | '' => {
  const { site, words } = reader;
  if (!site) return '';
  const link = (address: string | null, text: string) =>
    address ? [html`<a href="${address}" rel="noopener">${text}</a>`] : [];
  const shop = shopLink(reader);
  const links = [
    ...(shop ? [shop] : []),
    ...link(site.privacy_url, words.brand.privacy),
    ...link(site.terms_url, words.brand.terms),
  ];
  if (links.length === 0 && site.mode !== 'sandbox') return '';
  return html`<footer>${links.length > 0 ? html`<p class="foot-links">${links}</p>` : ''}${
    site.mode === 'sandbox' ? html`<p class="quiet">${words.sandbox}</p>` : ''
  }</footer>`;
};

/**
 * Returns the page that a login link may lead back to: of the shop's origin, of one that the site names, or, for a
 * sandbox, of this machine. Undefined for any other address.
 */
export const allowedReturn = (
  { mode, shop_url, return_origins }: Pick<Site, 'mode' | 'shop_url' | 'return_origins'>,
  wanted: string | null | undefined,
): string | undefined => {
  const address = wanted && wanted.length <= MOST_ADDRESS ? URL.parse(wanted) : null;
  if (!address || address.username || address.password) return undefined;
  const origins = [...return_origins, ...(shop_url ? [new URL(shop_url).origin] : [])];
  const isLocal = mode === 'sandbox' && /^https?:$/.test(address.protocol) && isLoopback(address.hostname);
  return isLocal || origins.includes(address.origin) ? address.href : undefined;
};

const MOST_ADDRESS = 2000;
