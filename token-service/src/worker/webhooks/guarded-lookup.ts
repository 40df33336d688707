import { type LookupAddress, lookup as systemLookup } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { isLoopbackAddress, isPublic } from './public-address.ts';

/** The host resolves to an address that deliveries do not connect to. */
export class ForbiddenAddress extends Error {
  readonly code = 'ERR_ADDRESS_NOT_ALLOWED';
  constructor() {
    super('The host has a private, local or reserved address.');
  }
}

export type Resolve = (
  host: string,
  done: (error: NodeJS.ErrnoException | null, addresses: readonly LookupAddress[]) => void,
) => void;

const resolveBySystem: Resolve = (host, done) =>
  systemLookup(host, { all: true }, (error, addresses) => done(error, addresses ?? []));

/** Whether deliveries of a site may connect to an address. A sandbox may also reach this machine. */
export const isAllowed = (address: string, loopback: boolean): boolean =>
  isPublic(address) || (loopback && isLoopbackAddress(address));

/**
 * Resolves a host for one connection and rejects it unless every address is allowed. It runs when the connection is
 * opened, and the connection is opened to the address that was checked, so a name that resolves to another address the
 * next time gains nothing. Node does not call it for an address in the URL: `refuseLiteral` checks those.
 */
export const guardedLookup =
  (loopback: boolean, resolve: Resolve = resolveBySystem): LookupFunction =>
  (host, options, callback) => {
    resolve(host, (error, addresses) => {
      const [first] = addresses;
      if (error || !first) {
        callback(error ?? Object.assign(new Error('The host is unknown.'), { code: 'ENOTFOUND' }), '', 4);
      } else if (!addresses.every(({ address }) => isAllowed(address, loopback))) {
        callback(new ForbiddenAddress(), '', 4);
      } else if (options.all) {
        callback(null, [...addresses]);
      } else {
        callback(null, first.address, first.family);
      }
    });
  };
