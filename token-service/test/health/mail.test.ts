import { expect, onTestFinished, test } from 'vitest';
import { openProxy } from '../../src/http/proxy.fixture.ts';
import { testPostgres } from '../database.ts';
import { startMailServer } from '../mail-server.ts';
import { fresh, startTestService } from '../service.ts';
import { ask, untilHealth } from './ask.ts';
import { samples } from './scrape.ts';

test('a service without a mail server reports it once there is a production site', async () => {
  const service = await startTestService();
  onTestFinished(() => service.close());
  expect((await ask(`${service.apiUrl}/health`)).body).toEqual({ status: 'ok' });
  await service.openSite({ mode: 'production' });
  service.clock.advance({ seconds: 2 });
  expect(await untilHealth(service.apiUrl, 'degraded')).toMatchObject({ status: 200, body: { degraded: ['mail'] } });
});

test('a mail server that does not answer is named, in the log too, until it does', async () => {
  const server = await startMailServer();
  onTestFinished(() => server.close());
  const proxy = await openProxy(server.url);
  onTestFinished(() => proxy.stop());
  const service = await startTestService({ env: { SMTP_URL: proxy.url } });
  onTestFinished(() => service.close());
  const site = await service.openSite({ mode: 'production', technical_contact: 'ops@shop.example' });
  const changes = () =>
    service.logged.filter((line) => line.includes('health has changed')).map((line) => JSON.parse(line));
  await untilHealth(service.apiUrl, 'ok');

  await proxy.stop();
  service.clock.advance({ seconds: 20 });
  const { body } = await untilHealth(service.apiUrl, 'degraded');
  expect(body).toMatchObject({ degraded: ['mail'], reasons: { mail: expect.stringContaining('SMTP_URL') } });
  expect(changes()).toMatchObject([{ level: 40, degraded: ['mail'] }]);
  expect(await samples(service.apiUrl, 'billing_health')).toMatchObject({ 'part="mail"': 0, 'part="serving"': 1 });

  // What is queued meanwhile waits, and is sent once the server answers.
  const outbox = () => site.records().outbox;
  const id = fresh('').slice(1).padStart(32, '0');
  const queued = { id, kind: 'gateway_unavailable', recipient: 'ops@shop.example', correlation: 'test' };
  const payload = { gateway_code: 'europe', error_code: 'gateway_unavailable' };
  await service.service.opened.storage.transaction(site.site.id, (records) =>
    records.outbox.queue({ ...queued, payload }),
  );
  await service.service.mail?.idle();
  expect(await outbox().find(id)).toMatchObject({ status: 'queued', attempts: 1 });
  service.clock.advance({ seconds: 16 });
  expect(await samples(service.apiUrl, 'billing_mail_sent_total')).toEqual({});
  expect(await samples(service.apiUrl, 'billing_mail_messages')).toEqual({ 'status="queued"': 1 });
  expect((await samples(service.apiUrl, 'billing_mail_oldest_seconds'))['']).toBeGreaterThanOrEqual(16);

  await proxy.start();
  service.clock.advance({ minutes: 1 });
  await untilHealth(service.apiUrl, 'ok');
  await service.service.mail?.idle();
  expect(await outbox().find(id)).toMatchObject({ status: 'delivered' });
  expect(server.received).toHaveLength(1);
  const sent = { 'kind="gateway_unavailable",result="delivered"': 1 };
  expect(await samples(service.apiUrl, 'billing_mail_sent_total')).toEqual(sent);
});

test('a worker in a process of its own reports it too', async () => {
  const database = await testPostgres();
  onTestFinished(() => database.close());
  const env = { SERVE: 'worker', WORKER_PORT: '0' };
  const service = await startTestService({ env, databaseUrl: database.url });
  onTestFinished(() => service.close());
  await service.openSite({ mode: 'production' });
  const body = { degraded: ['mail'] };
  expect(await untilHealth(service.service.workerOrigin?.url ?? '', 'degraded')).toMatchObject({ status: 200, body });
});
