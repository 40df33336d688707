import type { Site } from '@service/billing/resources/site.ts';

/** The private keys of a site opened for one row. */
export interface SiteKeys {
  readonly private: string;
  readonly readOnly: string;
}

/** A running service that receives the requests of the rows. */
export interface Target {
  /** For example `http://127.0.0.1:5123`. */
  readonly baseUrl: string;
  /** Opens a new site for a row. */
  openSite(settings: Partial<Site>): Promise<SiteKeys>;
  /** Moves the system clock by milliseconds. */
  setClock(now: number): void;
}

/** A target whose outbox can be inspected. */
export interface OpenHearted extends Target {
  /** Returns the messages in the outbox of the site with these keys: kind and recipient. */
  outbox(keys: SiteKeys): Promise<readonly string[]>;
}
