import type { MadeExport } from '../../../domain/exports/made-export.ts';
import type { Exporter } from '../../../ports/exports.ts';
import type { Storage } from '../../../ports/storage.ts';
import type { World } from '../../../ports/world.ts';
import { siteTime } from '../../../resources/site.ts';
import { Failure } from '../../../values/failure.ts';
import { dayIn } from '../../../values/periods/day-in.ts';
import { nextNight } from '../../../values/periods/zone-days.ts';
import type { Millis, Seconds } from '../../../values/time.ts';
import type { DueEntry } from './kind.ts';

interface Deps {
  readonly storage: Storage;
  readonly world: World;
  readonly exporter: Exporter;
}

/** The time that one file may take. The lease of due work is too short for all files of a large site. */
const FILE_MS: Millis = 900_000;

/**
 * The nightly export of a site. It has the records of the present, also where the clock has moved over several nights,
 * and is dated by the present day.
 */
export const nightlyExports = ({ storage, world, exporter }: Deps): DueEntry => ({
  next: ({ exports }, until, limit) => exports.due(until, limit),
  async run({ site }, item) {
    const at = siteTime(site, world.clock);
    const day = dayIn(site.time_zone, at);
    const hold = (running: Millis | null) => holdSchedule(storage, site.id, item.at, running);
    if (!(await begin({ storage, world }, site.id, item.at))) return;
    try {
      const files = await exporter.write(site, day, () => hold(world.clock.now() + FILE_MS));
      const made: MadeExport = { id: world.ids.uuid(), day, secret: secretOf(world), created_at: at };
      await storage.transaction(site.id, async ({ exports }) => {
        await exports.add(
          made,
          files.map((file) => ({ ...file, id: world.ids.uuid(), day, created_at: at })),
        );
        // A schedule that was removed meanwhile stays removed.
        if (!(await exports.schedule())) return;
        await exports.saveSchedule({ next_at: nextNight(site.time_zone, day), running_until_ms: null });
      });
    } catch (error) {
      await hold(null);
      throw error;
    }
  },
});

const secretOf = ({ ids }: Pick<World, 'ids'>): string => `${ids.uuid()}${ids.uuid()}`;

/** Returns whether the export is still due. Throws `simultaneous_request` while another process makes it. */
const begin = ({ storage, world }: Pick<Deps, 'storage' | 'world'>, siteId: string, dueAt: Seconds): Promise<boolean> =>
  storage.transaction(siteId, async ({ exports }) => {
    const schedule = await exports.schedule();
    if (schedule?.next_at !== dueAt) return false;
    const now = world.clock.now();
    if ((schedule.running_until_ms ?? 0) > now) throw new Failure('simultaneous_request');
    await exports.saveSchedule({ ...schedule, running_until_ms: now + FILE_MS });
    return true;
  });

const holdSchedule = (storage: Storage, siteId: string, dueAt: Seconds, running: Millis | null): Promise<void> =>
  storage.transaction(siteId, async ({ exports }) => {
    const schedule = await exports.schedule();
    if (schedule?.next_at === dueAt) await exports.saveSchedule({ ...schedule, running_until_ms: running });
  });
