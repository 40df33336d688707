import type { Opened } from '@service/billing/usecases/account-pages/open-session.ts';
import { html } from '../../../documents/html.ts';
import type { AnonymousLimits } from '../../../http/limits/anonymous.ts';
import { readerOf } from '../language.ts';
import { shell } from '../parts/shell.ts';
import { Refused } from '../refused.ts';
import { messagePage } from '../steps/failures.ts';
import { formOf, type Page, type Step } from '../visit.ts';

/** Says that a link in mail has expired, and offers to mail another one. */
export const expiredLink = (ctx: Page, token: string, { site, account }: Pick<Opened, 'site' | 'account'>): void => {
  const language = readerOf(account.preferred_locale, ctx.get('Accept-Language'), account.accept_language);
  const reader = { ...language, site };
  const { pages } = reader.words;
  ctx.status = 410;
  ctx.type = 'html';
  ctx.body = shell(reader, { title: pages.expiredTitle }, [
    html`<p>${pages.expired}</p>
<form method="post" action="/account/new-link" class="form"><input type="hidden" name="token" value="${token}"><input type="hidden" name="language" value="${reader.locale}">
<div class="choices"><button class="main" type="submit">${pages.sendLink}</button></div></form>`,
  ]);
};

interface Deps {
  readonly renewLink: (token: string, about: { correlation: string; address: string }) => Promise<void>;
  readonly anonymous: Pick<AnonymousLimits, 'hit'>;
  readonly addressOf: (ctx: Page) => string;
}

/**
 * Mails another link where the one that was sent is genuine, and says the same for every other, in the language of the
 * page that the form was on.
 */
export const sendNewLink = ({ renewLink, anonymous, addressOf }: Deps): Step =>
  async function sendNewLink(ctx) {
    const wait = await anonymous.hit(ctx, 'sign_in');
    if (wait > 0) throw new Refused('tooMany', wait);
    const { token = '', language } = formOf(ctx);
    await renewLink(token, { correlation: ctx.state.correlation, address: addressOf(ctx) });
    ctx.state.reader = readerOf(language, ctx.get('Accept-Language'));
    const { pages } = ctx.state.reader.words;
    ctx.status = 200;
    ctx.body = messagePage(ctx, false, pages.linkSentTitle, pages.linkSent);
  };
