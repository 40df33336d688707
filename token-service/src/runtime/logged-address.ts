import { createHmac } from 'node:crypto';
import { isIP, isIPv4 } from 'node:net';
import type { Context } from 'koa';
import { clientAddress, groupsOf, unmapped } from '../http/limits/address.ts';

/**
 * How the log names clients: by the network of 256 IPv4 addresses (/24) or the IPv6 site (/48), by a keyed hash of the
 * address, or not at all.
 */
export const ADDRESS_FORMS = ['truncated', 'hashed', 'off'] as const;
export type AddressForm = (typeof ADDRESS_FORMS)[number];

/** What the log says of the address of a client; undefined for an answer that needs no looking into. */
export type LoggedAddress = (
  ctx: Pick<Context, 'app' | 'req' | 'status'> & { readonly state: { readonly declined?: boolean } },
) => string | undefined;

/**
 * Responses that may indicate an attack: refused keys, refused HTTP or rights, rate limits. Declined payments are told
 * by `state.declined`.
 */
const REFUSED: readonly number[] = [401, 403, 429];

/** `key` is for hashes: without it the address behind a hash cannot be found by trying all addresses. */
export const loggedAddress =
  (form: AddressForm, key: Buffer): LoggedAddress =>
  (ctx) => {
    if (form === 'off' || !(REFUSED.includes(ctx.status) || ctx.state.declined)) return undefined;
    const address = unmapped(clientAddress(ctx));
    // Behind a proxy this is a header, which may hold anything.
    if (!isIP(address)) return undefined;
    return form === 'hashed' ? hashed(address, key) : truncated(address);
  };

const hashed = (address: string, key: Buffer): string =>
  createHmac('sha256', key).update(address).digest('hex').slice(0, 16);

const truncated = (address: string): string =>
  isIPv4(address)
    ? `${address.split('.').slice(0, 3).join('.')}.0/24`
    : `${groupsOf(address.toLowerCase()).slice(0, 3).join(':')}::/48`;
