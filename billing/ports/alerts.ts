import type { Site } from '../resources/site.ts';

/** The limit that was reached, by the name of the site's setting. */
export interface CardTesting {
  readonly setting:
    | 'tokens_per_minute'
    | 'tokens_per_address'
    | 'attempts_per_hour'
    | 'attempts_per_card'
    | 'attempts_per_address';
  readonly limit: number;
  /** The id of the request; of several, the latest. */
  readonly correlation: string;
}

/** Reports that cards are probably being tested at a site. May be called for every suspicious request; never throws. */
export type AlertCardTesting = (site: Site, sign: CardTesting) => Promise<void>;

/** Log entries for operators. */
export interface WarningLog {
  warn(fields: Readonly<Record<string, unknown>>, message: string): void;
}
