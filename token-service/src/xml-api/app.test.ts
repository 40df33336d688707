import { afterAll, beforeAll, expect, test } from 'vitest';
import { basic, call } from '../../test/common-rules/call.ts';
import { type FakeService, openFakeService } from '../../test/common-rules/fake-service.ts';
import type { SiteKeys } from '../../test/common-rules/target.ts';

let service: FakeService;
let keys: SiteKeys;

beforeAll(async () => {
  service = await openFakeService();
  keys = await service.openSite({});
});
afterAll(() => service.close());

const headers = () => ({
  Authorization: basic(`${keys.private}:`),
  Accept: 'application/xml',
  'X-Api-Version': '2.19',
  'X-Request-Id': 'order-7',
});

test('a record is created, found again and linked to by the address the client used', async () => {
  const body = '<account><account_code>ada</account_code></account>';
  const created = await call(service.baseUrl, { method: 'POST', path: '/v2/accounts', headers: headers(), body });
  expect(created).toMatchObject({ status: 201, headers: { location: `${service.baseUrl}/v2/accounts/ada` } });

  const found = await call(service.baseUrl, { path: '/v2/accounts/ada/', headers: headers() });
  expect(found.status).toBe(200);
  expect(found.body).toContain(`<account href="${service.baseUrl}/v2/accounts/ada">`);
});

test('the log has names and numbers, and the id of the request', async () => {
  await call(service.baseUrl, { path: '/v2/accounts/ada?secret=4111', headers: headers() });
  expect(service.logged.at(-1)).toEqual({
    route: 'account',
    method: 'GET',
    status: 200,
    milliseconds: 0,
    request_id: 'order-7',
    site: expect.stringMatching(/^site-/),
    key: expect.any(String),
  });
});
