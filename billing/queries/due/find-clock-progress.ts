import { hasArrived } from '../../domain/due/clock-progress.ts';
import type { Records } from '../../ports/storage.ts';
import type { Seconds } from '../../values/time.ts';
import { siteQuery } from '../site-query.ts';

/** Returns a site's clock with how far its due work has come: `reached_at` is `now` where nothing is left. */
export const findClockProgress = siteQuery(async ({ due }: Records, now: Seconds) => {
  const progress = await due.clockProgress();
  const reached_at = progress && !hasArrived(progress) ? progress.reached_at : now;
  return { now, reached_at, items: progress?.items ?? 0 };
});
