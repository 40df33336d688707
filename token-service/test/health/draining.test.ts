import { expect, test } from 'vitest';
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
