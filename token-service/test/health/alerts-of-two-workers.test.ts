import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { type MailServer, startMailServer } from '../mail-server.ts';
import { ENGINES } from '../money/ground.ts';
import { type OtherSite, startTestService, type TestService } from '../service.ts';
import { withoutSilentWorkers } from './without-silent-workers.ts';

const ITEM = { kind: 'collection', id: 'an-invoice', at: 1_798_000_000, failures: 8 };

describe.each(ENGINES)('two workers on $name', ({ prepare }) => {
  let server: MailServer;
  let workers: readonly TestService[];
  let shop: OtherSite;

  beforeEach(async () => {
    server = await startMailServer();
    const place = await prepare();
    const env = { SMTP_URL: server.url, DATA_DIR: place.dataDir };
    const open = (): Promise<TestService> =>
      startTestService({ ...(place.databaseUrl === null ? {} : { databaseUrl: place.databaseUrl }), env });
    const first = await open();
    workers = [first, await open()];
    shop = await first.openSite({ mode: 'production', technical_contact: 'ops@shop.example' });
    onTestFinished(async () => {
      for (const worker of workers) await worker.close();
      await place.clear();
      await server.close();
    });
  });

  /** Lets some minutes pass, with a look of both workers at the same time in each. Returns what was mailed since. */
  const pass = async (minutes: number): Promise<readonly string[]> => {
    const before = server.received.length;
    for (let minute = 0; minute < minutes; minute += 1) {
      for (const { clock } of workers) clock.advance({ seconds: 61 });
      await Promise.all(workers.map(({ service }) => service.mail?.idle()));
    }
    return withoutSilentWorkers(server.received.slice(before));
  };
  const warned = (): number =>
    workers.flatMap(({ logged }) => logged).filter((line) => line.includes('"alert":"due_work_parked"')).length;

  test('tell of a condition once, of another at the same site too, and of the end of each once', async () => {
    const { due } = shop.records();
    const failed = { ...ITEM, subject: 'x', error: 'No gateway.', failed_at_ms: 0, retry_at_ms: null };
    await due.fail({ ...failed, status: 'parked' });
    expect(await pass(3)).toEqual([`Due work waits for an operator: ${shop.site.subdomain}`]);
    expect(warned()).toBe(1);

    await due.fail({ ...failed, kind: 'nightly_export', status: 'parked' });
    expect(await pass(3)).toEqual([`The nightly export failed: ${shop.site.subdomain}`]);

    for (const kind of ['collection', 'nightly_export']) await due.fail({ ...failed, kind, status: 'dismissed' });
    expect((await pass(17)).toSorted()).toEqual([
      `No due work waits for an operator any more: ${shop.site.subdomain}`,
      `The nightly export works again: ${shop.site.subdomain}`,
    ]);
    expect(warned()).toBe(2);
    const open = (await shop.records().openAlerts.all()).filter(({ kind }) => kind !== 'worker_silent');
    expect(open).toEqual([]);
  });
});
