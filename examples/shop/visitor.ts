import { createHmac, randomInt } from 'node:crypto';
import type Koa from 'koa';
import type { Middleware } from 'koa';

/** The customer of a request: the account code of this browser, and whether it has one already. */
export interface Visitor {
  readonly accountCode: string;
  readonly returning: boolean;
}

const COOKIE = 'tideline_account';
const ONE_YEAR = 365 * 24 * 60 * 60 * 1000;

/** The cookie is signed, so that customers cannot claim one another's accounts. The key needs no setting of its own. */
export const signCookies = (app: Koa, privateKey: string): void => {
  app.keys = [createHmac('sha256', privateKey).update('example shop: account cookie').digest('base64')];
};

/** This cookie is all that the shop stores about a customer; everything else is read from the XML API. */
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

/** Letters that are not mistaken for another letter or digit when read out over a telephone. */
const LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

export const newAccountCode = (): string => {
  const letters = (length: number) => Array.from({ length }, () => LETTERS[randomInt(LETTERS.length)]).join('');
  return `TL-${letters(5)}-${letters(5)}`;
};
