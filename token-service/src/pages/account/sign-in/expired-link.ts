import type { Site } from '@service/billing/resources/site.ts';
import type { Opened } from '@service/billing/usecases/account-pages/open-session.ts';
import { html, type Markup } from '../../../documents/html.ts';
import { mailLink } from '../../../documents/mail/mail-link.ts';
import type { AnonymousLimits } from '../../../http/limits/anonymous.ts';
import { readerOf } from '../language.ts';
import { shopLink } from '../parts/brand.ts';
import { shell } from '../parts/shell.ts';
import { PageRefused } from '../refused.ts';
import { messagePage } from '../steps/failures.ts';
import { type AccountPage, formOf, type PageStep, type Reader } from '../visit.ts';

/** Says that a link in mail has expired, and offers to mail another one. */
export const showExpiredLink = (
  ctx: AccountPage,
  token: string,
  { site, account }: Pick<Opened, 'site' | 'account'>,
): void => {
  const language = readerOf(site, account.preferred_locale, ctx.get('Accept-Language'), account.accept_language);
  const reader = { ...language, site };
  const { pages } = reader.words;
  ctx.status = 410;
  ctx.type = 'html';
  ctx.body = shell(reader, { title: pages.expiredTitle }, [
    html`<p>${pages.expired}</p>`,
    newLinkForm(reader, token, 'main'),
  ]);
};

/** The form that mails another link to the account of a link, and the link to the shop. */
export const newLinkForm = (reader: Reader, token: string, look: 'main' | 'second'): Markup =>
  html`<form method="post" action="/account/new-link" class="form"><input type="hidden" name="token" value="${token}"><input type="hidden" name="language" value="${reader.locale}">
<div class="choices"><button class="${look}" type="submit">${reader.words.pages.sendLink}</button>
${shopLink(reader, look === 'main' ? 'button second' : 'button main')}</div></form>`;

/** Returns a token that names an account and signs in no longer. */
export const expiredLinkTo = ({ site, account }: Pick<Opened, 'site' | 'account'>): string =>
  mailLink(site.id, account, 0);

interface Deps {
  readonly renewLink: (token: string, about: { correlation: string; address: string }) => Promise<void>;
  /** The site that a token names, genuine or not. */
  readonly siteOfLink: (token: string) => Promise<Site | undefined>;
  readonly anonymous: Pick<AnonymousLimits, 'hit'>;
  readonly addressOf: (ctx: AccountPage) => string;
}

/**
 * Mails another link where the one that was sent is genuine, and says the same for every other, in the language of the
 * page that the form was on.
 */
export const sendNewLink = ({ renewLink, siteOfLink, anonymous, addressOf }: Deps): PageStep =>
  async function sendNewLink(ctx) {
    const wait = await anonymous.hit(ctx, 'sign_in');
    if (wait > 0) throw new PageRefused('tooMany', wait);
    const { token = '', language } = formOf(ctx);
    await renewLink(token, { correlation: ctx.state.correlation, address: addressOf(ctx) });
    const site = await siteOfLink(token);
    ctx.state.reader = { ...readerOf(site, language, ctx.get('Accept-Language')), ...(site ? { site } : {}) };
    const { pages } = ctx.state.reader.words;
    ctx.status = 200;
    ctx.body = messagePage(ctx, false, pages.linkSentTitle, [pages.linkSent]);
  };
