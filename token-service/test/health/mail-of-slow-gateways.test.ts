import { expect, onTestFinished, test } from 'vitest';
import { testPostgres } from '../database.ts';
import { startMailServer } from '../mail-server.ts';
import { fresh, startTestService, type TestService } from '../service.ts';

test('a gateway that answers slowly is told by a worker that does not ask it, and its end', async () => {
  const [server, database] = [await startMailServer(), await testPostgres()];
  const open = (SERVE: string): Promise<TestService> =>
    startTestService({ databaseUrl: database.url, env: { SERVE, SMTP_URL: server.url, RATE_LIMIT: 'off' } });
  const [worker, shop] = [await open('worker'), await open('all')];
  onTestFinished(async () => {
    await Promise.all([worker.close(), shop.close()]);
    await database.close();
    await server.close();
  });
  // Test cards pay at a sandbox, and a production site is watched.
  const be = (mode: 'sandbox' | 'production') => shop.changeDemoSite({ mode, technical_contact: 'ops@shop.example' });
  const buy = async (): Promise<void> => {
    const sold = await shop.api(
      'POST',
      '/v2/purchases',
      `<purchase><account><account_code>${fresh('slow')}</account_code>` +
        `<billing_info><token_id>${await shop.token()}</token_id></billing_info></account><currency>USD</currency>` +
        '<adjustments><adjustment><unit_amount_in_cents>900</unit_amount_in_cents></adjustment></adjustments></purchase>',
    );
    expect(sold.status, sold.text).toBe(200);
  };
  const told = () => server.received.map(({ subject }) => subject).filter((subject) => /gateway/i.test(subject));
  const pass = async (seconds: number): Promise<void> => {
    for (const { clock } of [worker, shop]) clock.advance({ seconds });
    await worker.service.mail?.idle();
  };

  shop.whileAsked(async () => {
    for (const { clock } of [worker, shop]) clock.advance({ seconds: 6 });
  });
  for (let sale = 0; sale < 3; sale += 1) await buy();
  await pass(10);
  const left = async () =>
    (await worker.service.opened.processTroubles.all())
      .map(({ part }) => part)
      .filter((part) => part.startsWith('gateway_slow'));
  await expect.poll(left).toEqual(['gateway_slow:demo/test']);
  await be('production');
  for (let half = 0; half < 2; half += 1) await pass(31);
  await expect.poll(told).toEqual(['A gateway answers slowly: demo']);

  await be('sandbox');
  shop.whileAsked(async () => {});
  await buy();
  await be('production');
  await pass(10);
  await expect.poll(left).toEqual([]);
  for (let minute = 0; minute < 17; minute += 1) await pass(61);
  await expect.poll(told).toEqual(['A gateway answers slowly: demo', 'All gateways answer in time again: demo']);
});
