import type { ReadNotification } from '../../domain/payments/gateway-notification.ts';
import type { Gateways, IncomingNotification } from '../../ports/gateway.ts';
import type { SiteRecords } from '../../ports/sites.ts';
import type { Site } from '../../resources/site.ts';

interface Deps {
  readonly sites: Pick<SiteRecords, 'find'>;
  readonly gateways: Pick<Gateways, 'parseNotification'>;
}

export interface Claimed extends Omit<IncomingNotification, 'site'> {
  /** Subdomain of the site that the address names. */
  readonly subdomain: string;
}

/**
 * Checks the signature of a request that claims to come from a gateway, and reads its message. Undefined if there is no
 * such site, or no such gateway account there. Writes nothing.
 */
export const readNotification =
  ({ sites, gateways }: Deps) =>
  async ({
    subdomain,
    ...claimed
  }: Claimed): Promise<{ readonly site: Site; readonly read: ReadNotification } | undefined> => {
    const site = await sites.find(subdomain);
    const read = site && (await gateways.parseNotification({ ...claimed, site }));
    return read && { site, read };
  };
