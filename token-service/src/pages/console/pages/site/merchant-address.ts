import type { EntityAddress } from '@service/billing/resources/business-entity.ts';

/** Returns an address of the merchant in one line. */
export const merchantAddress = ({ address1, address2, city, state, zip, country }: EntityAddress): string =>
  [address1, address2, [zip, city].filter(Boolean).join(' '), state, country].filter(Boolean).join(', ');
