import type { DueItem } from '../../domain/due/item.ts';
import type { Storage } from '../../ports/storage.ts';
import type { World } from '../../ports/world.ts';
import { type Site, siteTime } from '../../resources/site.ts';
import type { Seconds } from '../../values/time.ts';

interface Deps {
  readonly storage: Storage;
  readonly world: Pick<World, 'clock'>;
}

/** Due work is late after so many seconds: a worker begins within one. */
export const LATE_AFTER: Seconds = 300;

/**
 * Returns due work of a site that no worker has begun although it has been due for five minutes, the longest overdue
 * first. What a moved clock has made due counts from the moment at which it was moved. What failed before is not here.
 */
export const lateWork =
  ({ storage, world }: Deps) =>
  async (site: Site, limit = 200): Promise<readonly DueItem[]> => {
    const { due } = storage.of(site.id);
    const until = siteTime(site, world.clock) - LATE_AFTER;
    const movedAt = site.clock_offset > 0 ? ((await due.clockProgress())?.target_at ?? 0) : 0;
    if (movedAt > until) return [];
    return (await due.overdue(until, limit)).filter(({ failures }) => failures === 0);
  };

/**
 * Whether no worker is at a site although work has been due there for five minutes: due work, retries of it, or mail.
 */
export const isUnattended =
  (deps: Deps) =>
  async (site: Site): Promise<boolean> => {
    const { due, outbox } = deps.storage.of(site.id);
    const before = deps.world.clock.now() - LATE_AFTER * 1000;
    const [items, retry, mail] = await Promise.all([lateWork(deps)(site, 1), due.nextRetry(), outbox.nextAttempt()]);
    const isLate = items.length > 0 || [retry, mail].some((at) => at !== undefined && at <= before);
    return isLate && !(await due.busy());
  };
