import type { Site } from '../../resources/site.ts';
import type { AccountRecord } from './record.ts';

/** Returns a site as a customer reads its texts: with the time zone of the account, if it has one. */
export const inTimeZoneOf = <S extends Pick<Site, 'time_zone'>>(
  site: S,
  account: Pick<AccountRecord, 'preferred_time_zone'> | undefined,
): S => (account?.preferred_time_zone ? { ...site, time_zone: account.preferred_time_zone } : site);
