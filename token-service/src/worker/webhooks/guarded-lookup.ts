import { type LookupAddress, lookup as systemLookup } from 'node:dns';
import type { LookupFunction } from 'node:net';
import {
  isOpened,
  STANDARD_PORTS,
  type WebhookDestination,
  type WebhookNetwork,
} from '../../runtime/webhook-networks.ts';
import { isLoopbackAddress, isPublic } from './public-address.ts';

/** The host resolves to an address that deliveries do not connect to. */
export class ForbiddenAddress extends Error {
  readonly code = 'ERR_ADDRESS_NOT_ALLOWED';
  constructor() {
    super('The host has an address or a port that deliveries do not connect to.');
  }
}

export type Resolve = (
  host: string,
  done: (error: NodeJS.ErrnoException | null, addresses: readonly LookupAddress[]) => void,
) => void;

const resolveBySystem: Resolve = (host, done) =>
  systemLookup(host, { all: true }, (error, addresses) => done(error, addresses ?? []));

/** The addresses that deliveries of a site may connect to. */
export interface Reach {
  /** Whether it is a sandbox site, whose deliveries reach this machine and every port. */
  readonly loopback: boolean;
  /** The private networks and hosts that the operator opens for all sites. */
  readonly networks: readonly WebhookNetwork[];
}

/**
 * Whether deliveries may connect to an address of a destination: one in the operator's networks, a public one at a
 * standard port, and for a sandbox also another port and this machine.
 */
export const isAllowed = (address: string, destination: WebhookDestination, { loopback, networks }: Reach): boolean =>
  (isPublic(address) && (loopback || STANDARD_PORTS.includes(destination.port))) ||
  (loopback && isLoopbackAddress(address)) ||
  isOpened(networks, destination, address);

/**
 * Resolves the host of a destination for one connection and rejects it unless every address is allowed. It runs when
 * the connection is opened, and the connection is opened to the address that was checked, so a name that resolves to
 * another address the next time gains nothing. Node does not call it for an address in the URL: `openPoster` checks
 * those.
 */
export const guardedLookup =
  (destination: WebhookDestination, reach: Reach, resolve: Resolve = resolveBySystem): LookupFunction =>
  (host, options, callback) => {
    resolve(host, (error, addresses) => {
      const [first] = addresses;
      if (error || !first) {
        callback(error ?? Object.assign(new Error('The host is unknown.'), { code: 'ENOTFOUND' }), '', 4);
      } else if (!addresses.every(({ address }) => isAllowed(address, destination, reach))) {
        callback(new ForbiddenAddress(), '', 4);
      } else if (options.all) {
        callback(null, [...addresses]);
      } else {
        callback(null, first.address, first.family);
      }
    });
  };
