import { createHmac } from 'node:crypto';
import { isIP } from 'node:net';
import type { Context } from 'koa';
import { networkOf, unmapped } from '../runtime/network-address.ts';
import type { AddressForm } from '../runtime/settings/address-form.ts';
import { clientAddress } from './client-address.ts';

/** Returns the client's address as logged; undefined for a response that needs no investigation. */
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
    return form === 'hashed' ? hashed(address, key) : networkOf(address);
  };

const hashed = (address: string, key: Buffer): string =>
  createHmac('sha256', key).update(address).digest('hex').slice(0, 16);
