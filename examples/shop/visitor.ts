import { createHmac, randomInt } from 'node:crypto';
import type Koa from 'koa';
import type { Middleware } from 'koa';

/** Who is asking: the code of the account that belongs to this browser, and whether the browser was here before. */
export interface Visitor {
  readonly accountCode: string;
  readonly returning: boolean;
}

const COOKIE = 'tideline_account';
const ONE_YEAR = 365 * 24 * 60 * 60 * 1000;

/** The cookie is signed, so that nobody can claim another shopper's account. The key needs no setting of its own. */
export const signCookies = (app: Koa, privateKey: string): void => {
  app.keys = [createHmac('sha256', privateKey).update('example shop: account cookie').digest('base64')];
};

/** All that the shop remembers of a shopper is this cookie; everything else is asked of the XML API. */
export const visitor: Middleware<{ visitor: Visitor }> = (ctx, next) => {
  const known = ctx.cookies.get(COOKIE, { signed: true });
  ctx.state.visitor = { accountCode: known ?? newAccountCode(), returning: known !== undefined };
  if (!known) {
    ctx.cookies.set(COOKIE, ctx.state.visitor.accountCode, {
      signed: true,
      httpOnly: true,
      sameSite: 'lax',
      maxAge: ONE_YEAR,
    });
  }
  return next();
};

/** Read out over a telephone, none of these letters is mistaken for another or for a digit. */
const LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

const newAccountCode = (): string => {
  const letters = (length: number) => Array.from({ length }, () => LETTERS[randomInt(LETTERS.length)]).join('');
  return `TL-${letters(5)}-${letters(5)}`;
};
