import { KEPT_DAYS } from '../../domain/mail/limits.ts';
import { REPORT_RUN_DAYS } from '../../domain/reports/report-run.ts';
import type { Records, Storage } from '../../ports/storage.ts';
import type { World } from '../../ports/world.ts';
import type { Site } from '../../resources/site.ts';
import { idsFrom } from '../../values/ids.ts';
import { DAY_MS, HOUR_MS, type Millis } from '../../values/time.ts';

/** Deleted in one transaction, so that requests do not wait for it. */
const AT_ONCE = 500;

/** Deletes some records from before a moment, and returns their number. */
type RemoveSome = (records: Records, before: Millis) => Promise<number>;

const REMOVED: readonly (readonly [days: (site: Site) => number | null, some: RemoveSome])[] = [
  [({ keep_mail }) => keep_mail ?? KEPT_DAYS, ({ outbox }, before) => outbox.removeEnded(before, AT_ONCE)],
  [({ keep_events }) => keep_events, ({ retention }, before) => retention.remove('events', idsFrom(before), AT_ONCE)],
  [({ keep_audit }) => keep_audit, ({ retention }, before) => retention.remove('audit', idsFrom(before), AT_ONCE)],
  [() => REPORT_RUN_DAYS, ({ reportRuns }, before) => reportRuns.removeEnded(idsFrom(before), AT_ONCE)],
];

/**
 * Deletes mail, events, entries of the audit log and runs of reports of a site that are older than they are kept, by
 * the system clock: a sandbox clock that is moved forward deletes nothing. Does so once an hour at most for each site.
 */
export const removeExpired = ({
  storage,
  world,
}: {
  readonly storage: Storage;
  readonly world: Pick<World, 'clock'>;
}) => {
  const removedAt = new Map<string, Millis>();
  return async (site: Site): Promise<void> => {
    const now = world.clock.now();
    if (now - (removedAt.get(site.id) ?? 0) < HOUR_MS) return;
    removedAt.set(site.id, now);
    for (const [daysOf, some] of REMOVED) {
      const days = daysOf(site);
      if (days === null) continue;
      const remove = () => storage.transaction(site.id, (records) => some(records, now - days * DAY_MS));
      while ((await remove()) === AT_ONCE);
    }
  };
};
