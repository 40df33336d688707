import { expect, onTestFinished, test } from 'vitest';
import { testPostgres } from '../database.ts';
import { startTestService } from '../service.ts';
import { ask, untilHealth } from './ask.ts';

test('a service without a mail server reports it once there is a production site', async () => {
  const service = await startTestService();
  onTestFinished(() => service.close());
  expect((await ask(`${service.apiUrl}/health`)).body).toEqual({ status: 'ok' });
  await service.openSite({ mode: 'production' });
  service.clock.advance({ seconds: 2 });
  expect(await untilHealth(service.apiUrl, 'degraded')).toMatchObject({ status: 200, body: { degraded: ['mail'] } });
});

test('a service with a mail server does not', async () => {
  const service = await startTestService({ env: { SMTP_URL: 'smtp://127.0.0.1:1' } });
  onTestFinished(() => service.close());
  await service.openSite({ mode: 'production' });
  expect((await ask(`${service.apiUrl}/health`)).body).toEqual({ status: 'ok' });
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
