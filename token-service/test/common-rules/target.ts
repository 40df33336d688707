import type { Site } from '@service/billing/site.ts';

/** The private keys of a site that was opened for one row. */
export interface SiteKeys {
  readonly private: string;
  readonly readOnly: string;
}

/** A running service that the rows are asked of. */
export interface Target {
  /** For example `http://127.0.0.1:5123`. */
  readonly baseUrl: string;
  /** Opens a site of its own for a row. */
  openSite(settings: Partial<Site>): Promise<SiteKeys>;
  /** Moves the system clock, milliseconds. */
  setClock(now: number): void;
}

/** A target whose outbox can be looked into. */
export interface OpenHearted extends Target {
  /** Messages that wait in the outbox of a site, by its keys: kind and recipient. */
  outbox(keys: SiteKeys): Promise<readonly string[]>;
}
