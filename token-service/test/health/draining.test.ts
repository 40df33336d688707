import { Agent, get } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { DEMO_KEYS } from '../../seed/demo.ts';
import { fresh, startTestService } from '../service.ts';
import { ask } from './ask.ts';

test('during shutdown, both origins answer 503 at /health until the last request is answered', async () => {
  const service = await startTestService();
  const { apiUrl, browserUrl } = service;
  const [asked, answer] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  service.whileAsked(async () => {
    asked.resolve();
    await answer.promise;
  });
  const code = fresh('draining');
  const verified = service.api(
    'POST',
    '/v2/accounts',
    `<account><account_code>${code}</account_code>` +
      `<billing_info><token_id>${await service.token()}</token_id></billing_info></account>`,
  );
  await asked.promise;
  const closed = service.close();

  for (const url of [apiUrl, browserUrl]) {
    const health = await ask(`${url}/health`);
    expect(health).toMatchObject({ status: 503, body: { status: 'unavailable', reason: 'draining' } });
    expect(Number(health.headers['retry-after'])).toBeGreaterThan(0);
  }
  const token = await ask(`${browserUrl}/js/v1/bank?key=${DEMO_KEYS.public}&routing_number=123456780`);
  expect(token).toMatchObject({ status: 503, headers: { 'retry-after': '5', connection: 'close' } });
  const account = await ask(`${apiUrl}/v2/accounts`, {
    Authorization: `Basic ${btoa(`${DEMO_KEYS.private}:`)}`,
    Accept: 'application/xml',
  });
  expect(account).toMatchObject({ status: 503, headers: { 'retry-after': '5', connection: 'close' } });

  answer.resolve();
  expect(await verified).toMatchObject({ status: 201 });
  await closed;
  for (const url of [apiUrl, browserUrl]) await expect(ask(`${url}/health`)).rejects.toThrow('ECONNREFUSED');
});

test('with DRAIN_SECONDS, a balancer learns of the end first: requests are served meanwhile, each on its last connection', async () => {
  const [leaving, over] = [Promise.withResolvers<number>(), Promise.withResolvers<void>()];
  const service = await startTestService({
    env: { DRAIN_SECONDS: '7' },
    pause(milliseconds) {
      leaving.resolve(milliseconds);
      return over.promise;
    },
  });
  const { apiUrl, browserUrl } = service;
  const accounts = () =>
    ask(`${apiUrl}/v2/accounts`, {
      Authorization: `Basic ${btoa(`${DEMO_KEYS.private}:`)}`,
      Accept: 'application/xml',
    });
  const closed = service.close();
  expect(await leaving.promise).toBe(7000);
  for (const url of [apiUrl, browserUrl]) {
    expect(await ask(`${url}/health`)).toMatchObject({ status: 503, body: { reason: 'draining' } });
    expect(await ask(`${url}/live`)).toMatchObject({ status: 200, body: { status: 'live' } });
  }
  expect(await accounts()).toMatchObject({ status: 200, headers: { connection: 'close' } });
  over.resolve();
  await closed;
  for (const url of [apiUrl, browserUrl]) await expect(ask(`${url}/live`)).rejects.toThrow('ECONNREFUSED');
});

test('with DRAIN_SECONDS, a request on a connection that was idle is answered after no new one is taken', async () => {
  const over = Promise.withResolvers<void>();
  const service = await startTestService({ env: { DRAIN_SECONDS: '7' }, pause: () => over.promise });
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  onTestFinished(() => agent.destroy());
  const onOneConnection = () =>
    new Promise<{ readonly status: number | undefined; readonly connection: string | undefined }>((resolve, reject) => {
      get(`${service.apiUrl}/live`, { agent }, (response) => {
        const { statusCode: status, headers } = response;
        response.resume().once('end', () => resolve({ status, connection: headers.connection }));
      }).once('error', reject);
    });
  expect(await onOneConnection()).toEqual({ status: 200, connection: 'keep-alive' });
  const closed = service.close();
  over.resolve();
  const refuses = () =>
    ask(`${service.apiUrl}/live`).then(
      () => false,
      () => true,
    );
  await expect.poll(refuses, { interval: 1 }).toBe(true);
  expect(await onOneConnection()).toEqual({ status: 200, connection: 'close' });
  await closed;
});
