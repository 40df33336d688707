import type { Storage } from '../../ports/storage.ts';
import type { World } from '../../ports/world.ts';
import { type Site, siteTime } from '../../resources/site.ts';
import { HOUR_MS, type Millis, type Seconds } from '../../values/time.ts';

/** Days that are added up before other work has its turn. */
const MOST_DAYS = 20;

/**
 * Keeps the sums of the days of the ledger that are over, so that the trial balance and what is compared with the
 * ledger need not add up every movement since the beginning. Does so once an hour for each site, and at each call while
 * more days are left.
 */
export const keepLedgerDays = ({
  storage,
  world,
}: {
  readonly storage: Storage;
  readonly world: Pick<World, 'clock'>;
}) => {
  const keptAt = new Map<string, Millis>();
  return async (site: Site): Promise<void> => {
    const now = world.clock.now();
    if (now - (keptAt.get(site.id) ?? 0) < HOUR_MS) return;
    const to = siteTime(site, world.clock);
    let left = MOST_DAYS;
    for (let from: Seconds = 0; from < to; ) {
      const { days, until } = await storage.of(site.id).ledger.staleDays({ from, to });
      for (const day of days.slice(0, left)) await storage.transaction(site.id, ({ ledger }) => ledger.keepDay(day));
      left -= days.length;
      if (left < 0) return;
      from = until;
    }
    keptAt.set(site.id, now);
  };
};
