import { type DueKindsDeps, dueKinds } from '@service/billing/engine/due/kinds.ts';
import { dueWork } from '@service/billing/engine/due/run-due-work.ts';
import type { Storage } from '@service/billing/ports/storage.ts';
import { endlessRecords } from '@service/billing/queries/reports/endless-records.fixture.ts';
import { needReportRun } from '@service/billing/queries/reports/report-runs.ts';
import { REPORT_NAMES } from '@service/billing/queries/reports/reports.ts';
import { type Site, siteTime } from '@service/billing/resources/site.ts';
import { cancelReportRun } from '@service/billing/usecases/reports/cancel-report-run.ts';
import { startReportRun } from '@service/billing/usecases/reports/start-report-run.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { reportFiles } from '../../src/documents/csv/report-files.ts';
import { openWorld } from '../../src/runtime/world.ts';
import { startTestService, type TestService } from '../service.ts';

/** Has a row for each closed month, so there is nothing to stop. */
const SHORT = ['periods'];
/** The page of records during which the run is canceled. */
const CANCELED_AT = 4;

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
  // The test has a worker of its own.
  await service.service.worker?.close();
});
afterAll(() => service.close());

describe('in the background, a report about more than memory holds shows its progress, and stops when it is canceled:', () => {
  it.each(REPORT_NAMES.filter((name) => !SHORT.includes(name)))('%s', async (name) => {
    const { storage, sites } = service.service.opened;
    const site = (await sites.find('demo')) as Site;
    const world = openWorld(service.clock);
    const caller = () => ({
      site,
      at: siteTime(site, world.clock),
      actor: 'operator:ada@example.com',
      correlation: 'c',
    });
    const days = { storage, world };
    const run = await startReportRun(days)(caller(), name, {});
    let pages = 0;
    const progress = new Set<number>();
    const reading: Storage = {
      ...storage,
      of: (siteId) =>
        endlessRecords(storage.of(siteId), caller().at - 86_400, async () => {
          pages += 1;
          progress.add((await needReportRun(days)(caller(), run.id)).records_read);
          if (pages === CANCELED_AT) await cancelReportRun(days)(caller(), run.id);
          // More than the time between two looks at the run.
          service.clock.advance({ seconds: 1 });
        }),
      snapshot: (read) => read(reading),
    };
    const deps = { storage: reading, world, reportFiles, isEnding: () => false } as unknown as DueKindsDeps;
    const kinds = dueKinds(deps).filter(({ kind }) => kind === 'report_run');
    await dueWork({ storage, world }, kinds, { movesClock: false }).drain(site);
    expect(await needReportRun(days)(caller(), run.id)).toMatchObject({ state: 'canceled', row_count: null });
    expect(pages).toBe(CANCELED_AT);
    // One more at each page.
    expect([...progress]).toHaveLength(CANCELED_AT);
    expect(await storage.of(site.id).reportRuns.part(run.id, 0)).toBeUndefined();
  });
});
