import type { Site } from '@service/billing/resources/site.ts';
import { isUnavailable } from '@service/billing/values/failure.ts';
import type { Millis, SystemClock } from '@service/billing/values/time.ts';
import type { Logger } from 'pino';

/** Milliseconds that the worker skips a site after its work could not be read. */
export const REST_AFTER_ERROR = 5_000;

export interface ReadLines {
  /** The work of a site, or of all, could not be read. */
  readonly unreadable: string;
  readonly readable: string;
}

interface UnreadableDeps {
  readonly clock: SystemClock;
  readonly log: Pick<Logger, 'info' | 'error'>;
  readonly lines: ReadLines;
}

type Named = Pick<Site, 'id' | 'subdomain'>;

/** Sites whose work cannot be read. Each rests, while the work of others goes on, and is logged once. */
export interface UnreadableSites {
  /**
   * Runs what reads the work of a site. Resolves with `undefined` if it fails, and lets the site rest. Rejects when the
   * database does not answer, since that concerns every site.
   */
  attempt<T>(site: Named, read: () => Promise<T>): Promise<T | undefined>;
  /** Records that the work of a site could be read to its end. */
  passed(site: Named): void;
  /** Records that the sites or their work could be read, or why not, whichever site it is. */
  passedAll(): void;
  failedAll(error: unknown): void;
  /** Returns when the rest of a site ends, in milliseconds of the system clock; undefined if it does not rest. */
  restsUntil(siteId: string): Millis | undefined;
  /** Forgets sites that there are no more. */
  keep(sites: readonly Named[]): void;
  /** Whether there is none, and the database answers. */
  isEmpty(): boolean;
}

export const unreadableSites = ({ clock, log, lines }: UnreadableDeps): UnreadableSites => {
  const restUntil = new Map<string, Millis>();
  let allFailed = false;
  const text = (error: unknown): string => (error instanceof Error ? error.message : String(error));

  return {
    async attempt(site, read) {
      try {
        return await read();
      } catch (error) {
        if (isUnavailable(error)) throw error;
        if (!restUntil.has(site.id)) log.error({ site: site.subdomain, error: text(error) }, lines.unreadable);
        restUntil.set(site.id, clock.now() + REST_AFTER_ERROR);
        return undefined;
      }
    },
    passed(site) {
      if (restUntil.delete(site.id)) log.info({ site: site.subdomain }, lines.readable);
    },
    passedAll() {
      if (allFailed) log.info(lines.readable);
      allFailed = false;
    },
    failedAll(error) {
      if (!allFailed) log.error({ error: text(error) }, lines.unreadable);
      allFailed = true;
    },
    restsUntil(siteId) {
      const until = restUntil.get(siteId) ?? 0;
      const rest = until - clock.now();
      // Longer: the clock was set back.
      return rest > 0 && rest <= REST_AFTER_ERROR ? until : undefined;
    },
    keep(sites) {
      const ids = new Set(sites.map(({ id }) => id));
      for (const id of restUntil.keys()) if (!ids.has(id)) restUntil.delete(id);
    },
    isEmpty: () => restUntil.size === 0 && !allFailed,
  };
};
