import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto';
import { operatorSessionCookie, shownOnceCookie } from '../cookies.ts';
import type { ConsolePage, ConsoleVisit } from '../visit.ts';

const NONCE = 12;
const TAG = 16;

const keyOf = ({ secret }: Pick<ConsoleVisit, 'secret'>): Buffer =>
  createHmac('sha256', secret).update('console shown once').digest();

const isSecureVisit = (ctx: ConsolePage, { secret }: Pick<ConsoleVisit, 'secret'>): boolean =>
  operatorSessionCookie.read(ctx, true) === secret;

/**
 * Hands a new secret to the page that a form leads to, and to no other: encrypted for this session, in a cookie that
 * the page removes. Neither an address nor the service keeps it. `path`: the page, without the prefix of the site.
 */
export const showOnce = (ctx: ConsolePage, visit: ConsoleVisit, path: string, secret: string): void => {
  const nonce = randomBytes(NONCE);
  const cipher = createCipheriv('aes-256-gcm', keyOf(visit), nonce).setAAD(Buffer.from(`${visit.site.id}${path}`));
  const sealed = Buffer.concat([nonce, cipher.update(secret, 'utf8'), cipher.final(), cipher.getAuthTag()]);
  shownOnceCookie.keep(ctx, isSecureVisit(ctx, visit), sealed.toString('base64url'));
};

/** Returns the secret that a form handed to this page, the first time; undefined afterwards. */
export const shownOnce = (ctx: ConsolePage, visit: ConsoleVisit): string | undefined => {
  const secure = isSecureVisit(ctx, visit);
  const sealed = Buffer.from(shownOnceCookie.read(ctx, secure) ?? '', 'base64url');
  if (sealed.length <= NONCE + TAG || ctx.method === 'HEAD') return undefined;
  shownOnceCookie.forget(ctx, secure);
  try {
    const decipher = createDecipheriv('aes-256-gcm', keyOf(visit), sealed.subarray(0, NONCE))
      .setAAD(Buffer.from(`${visit.site.id}${ctx.path}`))
      .setAuthTag(sealed.subarray(-TAG));
    return Buffer.concat([decipher.update(sealed.subarray(NONCE, -TAG)), decipher.final()]).toString('utf8');
  } catch {
    // It was meant for another page, or another session.
    return undefined;
  }
};
