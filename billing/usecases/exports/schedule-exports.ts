import type { ExportSchedule } from '../../domain/exports/made-export.ts';
import { auditEntry } from '../../engine/recording/audit-entry.ts';
import type { Caller } from '../../ports/caller.ts';
import type { Storage } from '../../ports/storage.ts';
import type { World } from '../../ports/world.ts';
import { dayIn } from '../../values/periods/day-in.ts';
import { nextNight } from '../../values/periods/zone-days.ts';

/**
 * Exports the site every night from the next one on, or no more. Returns the schedule; undefined where there is none
 * any more.
 */
export const scheduleExports =
  ({ storage, world }: { readonly storage: Storage; readonly world: World }) =>
  (caller: Caller, isOn: boolean): Promise<ExportSchedule | undefined> =>
    storage.transaction(caller.site.id, async ({ exports, auditLog }) => {
      const { site, at } = caller;
      const before = await exports.schedule();
      if (Boolean(before) === isOn) return before;
      const action = isOn ? 'export.scheduled' : 'export.unscheduled';
      await auditLog.append(auditEntry(world, caller, action, site.subdomain));
      if (!isOn) {
        await exports.removeSchedule();
        return undefined;
      }
      const next_at = nextNight(site.time_zone, dayIn(site.time_zone, at));
      const schedule: ExportSchedule = { next_at, running_until_ms: null };
      await exports.saveSchedule(schedule);
      return schedule;
    });
