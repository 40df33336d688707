import { hostname } from 'node:os';
import { expect, onTestFinished, test } from 'vitest';
import { testPostgres } from '../database.ts';
import { startMailServer } from '../mail-server.ts';
import { startTestService, type TestService } from '../service.ts';
import { ask } from './ask.ts';
import { withoutSilentWorkers } from './without-silent-workers.ts';

test('the wrong clock of a process that sends no mail is told by a worker, once, and once when it is right', async () => {
  const [server, database] = [await startMailServer(), await testPostgres()];
  const open = (SERVE: string): Promise<TestService> =>
    startTestService({ databaseUrl: database.url, env: { SERVE, SMTP_URL: server.url } });
  const [worker, other] = [await open('worker'), await open('console')];
  onTestFinished(async () => {
    await Promise.all([worker.close(), other.close()]);
    await database.close();
    await server.close();
  });
  const shop = await worker.openSite({ mode: 'production', technical_contact: 'ops@shop.example' });
  /** Lets some minutes pass, with a look of the worker in each. */
  const pass = async (minutes: number): Promise<readonly string[]> => {
    const before = server.received.length;
    for (let minute = 0; minute < minutes; minute += 1) {
      for (const { clock } of [worker, other]) clock.advance({ seconds: 61 });
      await worker.service.mail?.idle();
    }
    return withoutSilentWorkers(server.received.slice(before));
  };
  /** Has the other process look at itself, which leaves what it finds. */
  const said = async () => {
    await ask(`${other.consoleUrl}/health`);
    return (await worker.service.opened.processTroubles.all())
      .filter(({ part }) => part === 'clock')
      .map(({ part, reason }) => `${part}: ${reason}`);
  };
  expect(await pass(1)).toEqual([]);

  other.clock.jump({ hours: 1 });
  const apart = 'The clock of this machine and that of database are 60 minutes apart.';
  await expect.poll(said).toEqual([`clock: ${apart}`]);
  expect(await pass(1)).toEqual([`The clock of a machine is wrong: ${shop.site.subdomain}`]);
  const finder = `Found by: console on ${hostname()}, pid ${process.pid}.`;
  expect(server.received[0]?.text.replace(/\s+/g, ' ')).toContain(`${apart} ${finder}`);

  other.clock.jump({ hours: -1 });
  await expect.poll(said).toEqual([]);
  expect(await pass(17)).toEqual([`The clocks agree again: ${shop.site.subdomain}`]);

  // A process that was killed cannot say that its trouble is over.
  const killed = { part: 'certificate', reason: 'The certificate at PUBLIC_URL ends in 9 days.' };
  const now = Date.parse('2026-11-20T12:00:00Z') + worker.clock.elapsed();
  await worker.service.opened.processTroubles.leave('killed', [killed], now, 0);
  expect(await pass(1)).toEqual([`A certificate is about to end: ${shop.site.subdomain}`]);
  expect(await pass(18)).toEqual([`No certificate is about to end any more: ${shop.site.subdomain}`]);
});
