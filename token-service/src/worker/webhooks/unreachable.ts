import { isIP } from 'node:net';
import type { Site } from '@service/billing/resources/site.ts';
import { destinationOf, type WebhookNetwork } from '../../runtime/webhook-networks.ts';
import { isAllowed } from './guarded-lookup.ts';
import { isPublic } from './public-address.ts';

/**
 * Returns why deliveries of a site will never reach a URL: it names a private, local or reserved address outside the
 * operator's networks. Undefined where they may; what a name resolves to is checked at each delivery.
 */
export const unreachableReason = (
  { mode }: Pick<Site, 'mode'>,
  url: string,
  networks: readonly WebhookNetwork[],
): string | undefined => {
  if (!URL.canParse(url)) return undefined;
  const destination = destinationOf(new URL(url));
  const { host } = destination;
  const address = /(^|\.)localhost\.?$/.test(host) ? '127.0.0.1' : host;
  if (isIP(address) === 0 || isAllowed(address, destination, { loopback: mode === 'sandbox', networks })) {
    return undefined;
  }
  // The port has an issue of its own.
  if (isPublic(address)) return undefined;
  return mode === 'production'
    ? `${host} is a private, local or reserved address, and production sites deliver to public ones only.`
    : `${host} is a private or reserved address, and sandbox sites deliver to public ones and to this machine only.`;
};
