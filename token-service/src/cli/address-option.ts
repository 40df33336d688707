import type { EntityAddress } from '@service/billing/resources/business-entity.ts';
import { UsageError } from './command.ts';

/** An address of the merchant as it is typed. */
export const ADDRESS = '<street;more;city;state;postal code;country;phone>';

/** Reads an address of the merchant. Throws `UsageError` when parts are missing. */
export const typedAddress = (typed: string, option: string): EntityAddress => {
  const parts = typed.split(';').map((part) => part.trim() || null);
  if (parts.length < 6 || parts.length > 7) throw new UsageError(`--${option} takes ${ADDRESS}, not “${typed}”.`);
  const [address1 = null, address2 = null, city = null, state = null, zip = null, country = null, phone = null] = parts;
  return { address1, address2, city, state, zip, country, phone };
};
