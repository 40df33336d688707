import { createHmac, timingSafeEqual } from 'node:crypto';
import type { LinkedAccount, ReadMailLink } from '@service/billing/domain/mail/link.ts';
import type { Seconds } from '@service/billing/values/time.ts';

const ID_BYTES = 16;
const TIME_BYTES = 4;
const MAC_BYTES = 16;
const BYTES = 2 * ID_BYTES + TIME_BYTES + MAC_BYTES;
const FORM = /^[A-Za-z0-9_-]{70}$/;

/**
 * Returns the token of a link in mail: site, account and end of the link, with a code of them that only the holder of
 * the account's login token can compute. So nothing is stored, and a new login token or email address ends the link.
 */
export const mailLink = (siteId: string, account: LinkedAccount, expiresAt: Seconds): string => {
  const named = Buffer.alloc(2 * ID_BYTES + TIME_BYTES);
  named.write(siteId + account.id, 'hex');
  named.writeUInt32BE(expiresAt, 2 * ID_BYTES);
  return Buffer.concat([named, codeOf(named, account)]).toString('base64url');
};

export const readMailLink: ReadMailLink = (token) => {
  const bytes = FORM.test(token) ? Buffer.from(token, 'base64url') : undefined;
  if (bytes?.length !== BYTES) return undefined;
  const named = bytes.subarray(0, BYTES - MAC_BYTES);
  const code = bytes.subarray(BYTES - MAC_BYTES);
  return {
    site_id: named.toString('hex', 0, ID_BYTES),
    account_id: named.toString('hex', ID_BYTES, 2 * ID_BYTES),
    expires_at: named.readUInt32BE(2 * ID_BYTES),
    isOf: (account) => account.hosted_login_token !== '' && timingSafeEqual(code, codeOf(named, account)),
  };
};

const codeOf = (named: Buffer, { email, email_changed_at_ms, hosted_login_token }: LinkedAccount): Buffer =>
  createHmac('sha256', hosted_login_token)
    .update('link in mail\n')
    .update(named)
    .update(`${email_changed_at_ms ?? 0}\n${email?.toLowerCase() ?? ''}`)
    .digest()
    .subarray(0, MAC_BYTES);
