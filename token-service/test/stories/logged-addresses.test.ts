import { afterEach, expect, test } from 'vitest';
import { fresh, startTestService, type TestService } from '../service.ts';

let service: TestService;
afterEach(() => service?.close());

const DECLINED = '4000000000000002';

const addressesFor = async (LOG_ADDRESSES: string) => {
  service = await startTestService({ env: { LOG_ADDRESSES } });
  await service.api('GET', '/v2/accounts', undefined, { Authorization: 'Basic bm9ib2R5Og==' });
  const token = await service.token({ number: DECLINED });
  const declined = await service.api(
    'POST',
    '/v2/accounts',
    `<account><account_code>${fresh('logged')}</account_code><billing_info><token_id>${token}</token_id></billing_info></account>`,
  );
  expect(declined.status).toBe(422);
  await fetch(new URL('/js/v1/token', service.browserUrl), { method: 'POST', body: new URLSearchParams({ key: 'x' }) });
  return service.logged.map((line) => JSON.parse(line)).filter((line) => line.address !== undefined);
};

test('by default, the logs of both origins contain the client’s network for a refused key and a declined card', async () => {
  expect(await addressesFor('truncated')).toMatchObject([
    { status: 401, address: '127.0.0.0/24' },
    { route: 'create_account', status: 422, address: '127.0.0.0/24' },
    { route: 'card token', status: 403, address: '127.0.0.0/24' },
  ]);
});

test('or a hash of its address, the same on both origins', async () => {
  const [first, ...others] = await addressesFor('hashed');
  expect(first.address).toMatch(/^[0-9a-f]{16}$/);
  expect(others.map(({ address }) => address)).toEqual([first.address, first.address]);
});

test('or no address', async () => {
  expect(await addressesFor('off')).toEqual([]);
});
