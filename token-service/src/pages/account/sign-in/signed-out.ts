import type { Recognized } from '@service/billing/usecases/account-pages/recognize-link.ts';
import { readerOf } from '../language.ts';
import { allowedReturn, shopAddress } from '../parts/brand.ts';
import { messagePage } from '../steps/failures.ts';
import type { AccountPage, Reader } from '../visit.ts';
import { expiredLinkTo, newLinkForm } from './expired-link.ts';

/** Says that a session has ended, to a customer who was signed in here before, and offers to mail another link. */
export const showSignedOut = (ctx: AccountPage, { site, account }: Recognized, wanted: string | undefined): void => {
  const language = readerOf(site, account?.preferred_locale, ctx.get('Accept-Language'), account?.accept_language);
  ctx.state.reader = { ...language, site, returnTo: allowedReturn(site, wanted) };
  ctx.state.identity = { site };
  ctx.state.symbol = 'signedOut';
  ctx.status = 403;
  ctx.body = signedOutText(ctx, ctx.state.reader, account && expiredLinkTo({ site, account }));
};

/** `token`: gets the customer another link. */
export const signedOutText = (ctx: AccountPage, reader: Reader, token: string | undefined): string => {
  const { pages } = reader.words;
  const form = token === undefined ? undefined : newLinkForm(reader, token, shopAddress(reader) ? 'second' : 'main');
  return messagePage(ctx, false, pages.signedOutTitle, [pages.signedOut], form);
};
