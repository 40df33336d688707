import { createHash } from 'node:crypto';
import { type DueKindsDeps, dueKinds } from '@service/billing/engine/due/kinds.ts';
import { dueWork } from '@service/billing/engine/due/run-due-work.ts';
import { withEvents } from '@service/billing/engine/recording/events/with-events.ts';
import type { Storage } from '@service/billing/ports/storage.ts';
import { needReportRun } from '@service/billing/queries/reports/report-runs.ts';
import { type Site, siteTime } from '@service/billing/resources/site.ts';
import { cancelReportRun } from '@service/billing/usecases/reports/cancel-report-run.ts';
import { startReportRun } from '@service/billing/usecases/reports/start-report-run.ts';
import { removeExpired } from '@service/billing/usecases/retention/remove-expired.ts';
import { Failure, Invalid } from '@service/billing/values/failure.ts';
import { expect, it } from 'vitest';
import { reportFiles } from '../../src/documents/csv/report-files.ts';
import { openWorld } from '../../src/runtime/world.ts';
import { type TestService, textOf } from '../service.ts';
import { onBothEngines } from './engines.ts';
import { openShop } from './subscription-shop.ts';

const MINUTE = 60_000;

/** Workers and operators of a shop whose reports are made in the background. */
const backgroundOf = (service: TestService, shop: { readonly site: Site }) => {
  const { opened } = service.service;
  const world = openWorld(service.clock);
  const storage = withEvents(opened.storage, world);
  const deps = { storage, world };
  const records = opened.storage.of(shop.site.id);
  const caller = () => ({
    ...{ site: shop.site, at: siteTime(shop.site, world.clock), actor: 'operator:ada@example.com', correlation: 'c' },
  });
  return {
    records,
    caller,
    start: (name: string, asked = {}) => startReportRun(deps)(caller(), name, asked),
    cancel: (id: string) => cancelReportRun(deps)(caller(), id),
    find: (id: string) => needReportRun(deps)(caller(), id),
    retain: () => removeExpired(deps)(shop.site),
    /** A worker of another process, of which parts can be replaced. */
    worker(parts: { readonly storage?: Storage; readonly isEnding?: () => boolean } = {}) {
      const all = { storage, world, reportFiles, isEnding: () => false, ...parts } as unknown as DueKindsDeps;
      const kinds = dueKinds(all).filter(({ kind }) => kind === 'report_run');
      return dueWork({ storage: all.storage, world }, kinds, { movesClock: false });
    },
    hasResult: async (id: string) => (await records.reportRuns.part(id, 0)) !== undefined,
  };
};

/** Returns storage whose pages of invoice lines are read by `read`. */
const readingLines = (storage: Storage, between: () => Promise<void>): Storage => {
  const reading =
    (of: Storage['of']): Storage['of'] =>
    (siteId) => {
      const records = of(siteId);
      const { reports } = records;
      const lines: typeof reports.lines = async (...asked) => {
        await between();
        return reports.lines(...asked);
      };
      return { ...records, reports: { ...reports, lines } };
    };
  return {
    ...storage,
    of: reading(storage.of),
    snapshot: (read) => storage.snapshot((pinned) => read({ of: reading(pinned.of) })),
  };
};

onBothEngines('reports in the background', (service) => {
  const openBackground = async () => {
    const shop = await openShop(service(), {}, '2.29');
    await shop.subscribe(await shop.account(), await shop.plan());
    return { shop, background: backgroundOf(service(), shop) };
  };

  it('are made with progress, and have the rows of the report itself', async () => {
    const { shop } = await openBackground();
    const days = 'from=2026-11-01&to=2026-11-30';
    const begun = await shop.api('POST', `/v2/reports/sales/runs?${days}`);
    expect([begun.status, textOf(begun.xml, 'state'), textOf(begun.xml, 'days')]).toEqual([201, 'waiting', '30']);
    const path = new URL(begun.headers.get('location') ?? '').pathname;
    expect(path).toBe(`/v2/reports/runs/${textOf(begun.xml, 'id')}`);
    await service().dueWork();
    const done = (await shop.api('GET', path)).xml;
    const shown = ['state', 'from', 'to', 'days_done', 'row_count', 'records_read'].map((name) => textOf(done, name));
    expect(shown).toEqual(['done', '2026-11-01', '2026-11-30', '30', '1', '1']);
    const accept = (type: string) => ({ Accept: type });
    const csv = await shop.api('GET', `${path}/result`, undefined, accept('text/csv'));
    expect(csv.headers.get('content-type')).toContain('text/csv');
    expect(csv.text).toBe((await shop.api('GET', `/v2/reports/sales?${days}`, undefined, accept('text/csv'))).text);
    expect(createHash('sha256').update(csv.text).digest('hex')).toBe(textOf(done, 'sha256'));
    const json = (address: string) => shop.api('GET', address, undefined, accept('application/json'));
    expect(JSON.parse((await json(`${path}/result`)).text)).toEqual(
      JSON.parse((await json(`/v2/reports/sales?${days}`)).text),
    );
    expect((await shop.api('GET', `${path}/result`)).text).toBe(
      (await shop.api('GET', `/v2/reports/sales?${days}`)).text,
    );
    const listed = await shop.api('GET', '/v2/reports/runs');
    expect(listed.xml?.children.map((run) => textOf(run, 'id'))).toContain(textOf(done, 'id'));
    const late = await shop.api('PUT', `${path}/cancel`);
    expect([late.status, late.text]).toEqual([412, expect.stringContaining('The run is done already')]);
  });

  it('are refused as the report itself is, and while too many wait', async () => {
    const { shop, background } = await openBackground();
    expect((await shop.api('POST', '/v2/reports/none/runs')).status).toBe(404);
    const wrong = await shop.api('POST', '/v2/reports/tax/runs?from=2026-11-31&color=red');
    expect([wrong.status, wrong.text]).toEqual([422, expect.stringContaining('color')]);
    expect((await shop.api('GET', '/v2/reports/runs/none')).status).toBe(404);
    await expect(background.start('aging', { from: '2026-11-01' })).rejects.toThrow(Invalid);
    // Runs of another process, which holds them.
    const until = service().clock.now() + MINUTE;
    const held = await Promise.all(
      Array.from({ length: 10 }, async (_, n) => {
        const run = await background.start('tax');
        await background.records.reportRuns.save({
          ...run,
          state: 'running',
          attempts: 1,
          running_until_ms: until + n,
        });
        return run.id;
      }),
    );
    const refused = await shop.api('POST', '/v2/reports/tax/runs');
    expect([refused.status, refused.text]).toEqual([
      412,
      expect.stringContaining('10 reports of this site wait or run already. Wait until one is done, or cancel one'),
    ]);
    const canceled = await shop.api('PUT', `/v2/reports/runs/${held[0]}/cancel`);
    expect([canceled.status, textOf(canceled.xml, 'state')]).toEqual([200, 'canceled']);
    const result = await shop.api('GET', `/v2/reports/runs/${held[0]}/result`);
    expect([result.status, result.text]).toEqual([412, expect.stringContaining('The run is canceled')]);
    expect((await shop.api('POST', '/v2/reports/tax/runs')).status).toBe(201);
    const actions = (await background.records.auditLog.list({ subject: held[0] ?? '' }, 9)).map(({ action }) => action);
    expect(actions.sort()).toEqual(['report_run.canceled', 'report_run.requested']);
  });
});

onBothEngines('workers that make reports', (service) => {
  const openBackground = async () => {
    const shop = await openShop(service(), {}, '2.29');
    await shop.subscribe(await shop.account(), await shop.plan());
    // The tests have workers of their own.
    await service().service.worker?.close();
    return { shop, background: backgroundOf(service(), shop) };
  };
  const SALES = { from: '2026-11-01', to: '2026-11-30' };

  it('stop between two pages when a report is canceled, and leave nothing', async () => {
    const { shop, background } = await openBackground();
    const run = await background.start('sales', SALES);
    const storage = readingLines(service().service.opened.storage, async () => {
      service().clock.advance({ seconds: 1 });
      await background.cancel(run.id);
    });
    await background.worker({ storage }).drain(shop.site);
    const canceled = await background.find(run.id);
    expect(canceled).toMatchObject({ state: 'canceled', row_count: null, records_read: 0 });
    expect(await background.hasResult(run.id)).toBe(false);
    expect(await background.records.due.failed(9)).toEqual([]);
  });

  it('store their progress as they go on', async () => {
    const { shop, background } = await openBackground();
    const run = await background.start('sales', SALES);
    const seen: unknown[] = [];
    const storage = service().service.opened.storage;
    const watching: Storage = {
      ...readingLines(storage, async () => service().clock.advance({ seconds: 1 })),
      async transaction(siteId, work, how) {
        const outcome = await storage.transaction(siteId, work, how);
        const { state, days_done, records_read } = await background.find(run.id);
        seen.push(`${state} ${days_done} ${records_read}`);
        return outcome;
      },
    };
    await background.worker({ storage: watching }).drain(shop.site);
    expect(seen).toEqual(expect.arrayContaining(['running 0 0', 'running 19 1', 'done 30 1']));
  });

  it('begin again what a worker that died has left, which then changes nothing', async () => {
    const { shop, background } = await openBackground();
    const run = await background.start('sales', SALES);
    const resumed = Promise.withResolvers<void>();
    const reached = Promise.withResolvers<void>();
    const hanging = readingLines(service().service.opened.storage, () => {
      reached.resolve();
      return resumed.promise;
    });
    const dying = background.worker({ storage: hanging }).round(shop.site);
    await reached.promise;
    await background.records.reportRuns.keepPart(run.id, 7, 'left behind');
    const other = background.worker();
    // The worker that seems to be alive keeps the run.
    expect(await other.round(shop.site)).toEqual({ succeeded: 0, failed: 0 });
    service().clock.advance({ minutes: 3 });
    expect(await other.round(shop.site)).toEqual({ succeeded: 1, failed: 0 });
    const done = await background.find(run.id);
    expect(done).toMatchObject({ state: 'done', attempts: 2, row_count: 1, parts: 1 });
    expect(await background.records.reportRuns.part(run.id, 7)).toBeUndefined();
    resumed.resolve();
    await dying;
    expect(await background.find(run.id)).toEqual(done);
  });

  it('give a report back when their process ends, and give up one that fails three times', async () => {
    const { shop, background } = await openBackground();
    const run = await background.start('sales', SALES);
    expect(await background.worker({ isEnding: () => true }).round(shop.site)).toEqual({ succeeded: 0, failed: 1 });
    expect(await background.find(run.id)).toMatchObject({ state: 'waiting', attempts: 0, running_until_ms: null });
    const storage = readingLines(service().service.opened.storage, () => Promise.reject(new Error('The disk is full')));
    const failing = background.worker({ storage });
    for (const failed of [1, 1, 0]) {
      service().clock.advance({ minutes: 61 });
      expect((await failing.round(shop.site)).failed).toBe(failed);
    }
    expect(await background.find(run.id)).toMatchObject({
      ...{ state: 'failed', error: 'It failed 3 times: The disk is full', row_count: null },
    });
    expect(await background.hasResult(run.id)).toBe(false);
  });

  it('say in words why a report cannot be made, and what to do', async () => {
    const { shop, background } = await openBackground();
    const run = await background.start('sales', SALES);
    const what = 'There are no exchange rates of 2026-11-30. Load them.';
    const storage = readingLines(service().service.opened.storage, () =>
      Promise.reject(new Failure('precondition_failed', { what })),
    );
    await background.worker({ storage }).drain(shop.site);
    expect(await background.find(run.id)).toMatchObject({ state: 'failed', error: what });
    // A process that is killed each time ends it too.
    const killed = await background.start('tax');
    await background.records.reportRuns.save({ ...killed, state: 'running', attempts: 3, running_until_ms: 1 });
    await background.worker().drain(shop.site);
    expect((await background.find(killed.id)).error).toMatch(/has ended 3 times\. Ask for fewer days\./);
  });

  it('have their results removed after seven days', async () => {
    const { shop, background } = await openBackground();
    const run = await background.start('sales', SALES);
    await background.worker().drain(shop.site);
    service().clock.advance({ days: 7, seconds: -1 });
    await background.retain();
    expect(await background.hasResult(run.id)).toBe(true);
    service().clock.advance({ hours: 2 });
    await background.retain();
    expect(await background.hasResult(run.id)).toBe(false);
    await expect(background.find(run.id)).rejects.toThrow(Failure);
  });
});
