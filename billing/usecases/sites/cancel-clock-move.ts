import { hasArrived } from '../../domain/due/clock-progress.ts';
import { auditEntry } from '../../engine/recording/audit-entry.ts';
import { type Administrator, onSite, type SiteDeps } from '../../engine/sites/on-site.ts';
import { type Site, siteTime } from '../../resources/site.ts';
import { Failure } from '../../values/failure.ts';
import { DAY, isoTime, type Seconds } from '../../values/time.ts';
import type { Travelled } from './travel-clock.ts';

/** Due work runs up to a day ahead of the oldest item, so no record is later than this. Seconds. */
const AHEAD: Seconds = DAY;

/**
 * Ends the move of a sandbox site's clock at the progress of its due work: the clock is set back to at most a day after
 * the oldest work that is left. Records that requests have dated at the destination meanwhile keep their date. Throws
 * `not_found`, and `precondition_failed` where no due work of a move is left.
 */
export const cancelClockMove =
  (deps: SiteDeps) =>
  (operator: Administrator, subdomain: string): Promise<Travelled> =>
    onSite(deps, subdomain, async (site, sites, records) => {
      const progress = await records.due.clockProgress();
      const before = siteTime(site, deps.world.clock);
      if (!progress || hasArrived(progress)) {
        const what = `The clock of ${subdomain} shows ${isoTime(before)} and is not moving: there is nothing to cancel.`;
        throw new Failure('precondition_failed', { what });
      }
      // The clock never shows a moment of a month that is closed.
      const latest = Math.min(progress.target_at, progress.reached_at + AHEAD);
      const at = Math.max(latest, site.books_closed_until);
      // The real time may have caught up with a long move.
      const travelled: Site = { ...site, clock_offset: Math.max(0, site.clock_offset + at - before) };
      await sites.save(travelled);
      await records.due.cutClockMove(at, travelled.clock_offset);
      await records.auditLog.append(
        auditEntry(deps.world, { ...operator, site: travelled, at }, 'site.travel_canceled', subdomain),
      );
      records.due.wake();
      return { site: travelled, at: siteTime(travelled, deps.world.clock) };
    });
