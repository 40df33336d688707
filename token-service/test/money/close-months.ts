import { withEvents } from '@service/billing/engine/recording/events/with-events.ts';
import { listPeriods } from '@service/billing/queries/periods/list-periods.ts';
import { compareSnapshot } from '@service/billing/queries/periods/snapshots.ts';
import { type Site, siteTime } from '@service/billing/resources/site.ts';
import { closePeriod } from '@service/billing/usecases/periods/close-period.ts';
import { reopenPeriod } from '@service/billing/usecases/periods/reopen-period.ts';
import { Failure } from '@service/billing/values/failure.ts';
import { reportFiles } from '../../src/documents/csv/report-files.ts';
import { openWorld } from '../../src/runtime/world.ts';
import type { TestService } from '../service.ts';
import type { Random } from './random.ts';

const isOpen = ({ state }: { readonly state: string }): boolean => state === 'open' || state === 'reopened';

/**
 * Closes months while a random client works, and watches that their reports stay as they are.
 *
 * @param random decides whether a month that can be closed is closed yet
 */
export const closingMonths = (service: TestService, random: Random) => {
  const { opened } = service.service;
  const world = openWorld(service.clock);
  const deps = { storage: withEvents(opened.storage, world), world, reportFiles };
  const caller = async () => {
    const site = (await opened.sites.find('demo')) as Site;
    return { site, at: siteTime(site, world.clock), actor: 'a test', correlation: '' };
  };
  const closed: string[] = [];
  const reopened: string[] = [];
  return {
    closed,
    /** The months that were reopened, each time they were. */
    reopened,
    /** Reopens the month that was closed last, now and then: it is closed again in its turn. */
    async reopen(): Promise<void> {
      const last = closed.at(-1);
      if (last === undefined || random.below(6) !== 0) return;
      await reopenPeriod(deps)(await caller(), last, 'An invoice was dated wrongly');
      closed.pop();
      reopened.push(last);
    },
    /** Closes some of the months that are over, in their order. Returns why the next one cannot be closed. */
    async close(): Promise<string | undefined> {
      const months = (await listPeriods(deps)(await caller())).filter(isOpen).toReversed();
      for (const { month } of months) {
        if (random.below(3) === 0) return undefined;
        try {
          await closePeriod(deps)(await caller(), month);
        } catch (error) {
          if (error instanceof Failure) return `${error.params.what ?? error.symbol}`;
          throw error;
        }
        await service.dueWork();
        closed.push(month);
      }
      return undefined;
    },
    /** Returns one line for each report of a closed month that is not what it was when the month was closed. */
    async changed(): Promise<string[]> {
      const lines: string[] = [];
      for (const month of closed) {
        const compared = await compareSnapshot(deps)(await caller(), month);
        if (compared.length === 0) lines.push(`The month ${month} has no snapshot`);
        for (const { report, isSame } of compared) {
          if (!isSame) lines.push(`The report ${report} of ${month} has changed since the month was closed`);
        }
      }
      return lines;
    },
  };
};
