import type { EntityAddress } from '@service/billing/resources/business-entity.ts';
import { countryName } from '../../parts/place-names.ts';

/** Returns an address of the merchant in one line. */
export const merchantAddress = ({ address1, address2, city, state, zip, country }: EntityAddress): string =>
  [address1, address2, [zip, city].filter(Boolean).join(' '), state, country && countryName(country)]
    .filter(Boolean)
    .join(', ');
