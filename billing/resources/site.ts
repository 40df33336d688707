import type { Seconds, SystemClock } from '../values/time.ts';
import type { SiteSettings } from './site-settings.ts';

/** One merchant's tenancy. Every record belongs to one. */
export interface Site extends SiteSettings {
  /** UUIDv7 as 32 hexadecimal digits. */
  readonly id: string;
  /** The name an operator uses on the command line: lower-case letters, digits and dashes. */
  readonly subdomain: string;
  /** Seconds by which a sandbox site's clock has been moved forward. Always 0 in production. */
  readonly clock_offset: Seconds;
  /** Counts changes of its gateway accounts. A process that knows an earlier count rereads them. */
  readonly gateways_version: number;
  /** The moment before which its books are closed; 0 if no month is. Only closing and reopening a month write it. */
  readonly books_closed_until: Seconds;
}

/** The site's billing time, in whole seconds. */
export const siteTime = (site: Pick<Site, 'clock_offset'>, clock: SystemClock): Seconds =>
  Math.floor(clock.now() / 1000) + site.clock_offset;

/** Returns the currency of requests that name none. */
export const defaultCurrency = (site: Pick<Site, 'currencies'>): string => site.currencies[0] ?? 'USD';

/** Whether the customers of a site have account pages. */
export const offersAccountPages = ({ standing, account_pages }: Pick<Site, 'standing' | 'account_pages'>): boolean =>
  standing === 'good' && account_pages.length > 0;

/** Whether free text that contains a card number is refused: the site is meant never to store one. */
export const refusesCardNumbers = ({
  mode,
  card_numbers_in_text,
}: Pick<Site, 'mode' | 'card_numbers_in_text'>): boolean =>
  card_numbers_in_text === 'by_mode' ? mode === 'production' : card_numbers_in_text === 'refuse';
