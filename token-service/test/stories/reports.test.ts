import { afterAll, beforeAll, expect, test } from 'vitest';
import { newSubscriber } from '../console/subscriber.ts';
import { startTestService, type TestService, textOf } from '../service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
  await newSubscriber(service);
});
afterAll(() => service.close());

const asked = async (path: string, accept: string) =>
  fetch(new URL(path, service.apiUrl), {
    headers: {
      Accept: accept,
      'X-Api-Version': '2.29',
      Authorization: `Basic ${Buffer.from('demo-private-key:').toString('base64')}`,
    },
  });

test('programs read reports as XML, JSON and CSV, with the same numbers', async () => {
  const { xml } = await service.api('GET', '/v2/reports/tax?from=2026-11-01&to=2026-11-30');
  expect([textOf(xml, 'name'), textOf(xml, 'agrees')]).toEqual(['tax', 'true']);
  const json = await (await asked('/v2/reports/tax', 'application/json')).json();
  expect(json).toMatchObject({
    name: 'tax',
    from: '2026-11-01',
    agrees: true,
    differences: [],
    rows: [{ country: 'US', state: 'CA', region: 'CA', treatment: 'taxed', tax_in_cents: 219, net_in_cents: 2499 }],
  });
  const csv = await (await asked('/v2/reports/tax', 'text/csv')).text();
  expect(csv.split('\r\n')[1]).toMatch(/^US,CA,CA,.*,24\.99,2499,2\.19,219$/);
});

test('an unknown report is 404, and days that are none are refused by name', async () => {
  expect((await service.api('GET', '/v2/reports/profit')).status).toBe(404);
  const wrong = await service.api('GET', '/v2/reports/aging?to=yesterday');
  expect([wrong.status, wrong.text]).toEqual([422, expect.stringContaining('give a day such as 2026-11-30')]);
  const backwards = await service.api('GET', '/v2/reports/tax?from=2026-12-01&to=2026-11-01');
  expect([backwards.status, backwards.text]).toEqual([422, expect.stringContaining('before it begins')]);
  const ahead = await service.api('GET', '/v2/reports/aging?to=2031-01-01');
  expect([ahead.status, ahead.text]).toEqual([422, expect.stringContaining('in the future')]);
  const ignored = await service.api('GET', '/v2/reports/aging?from=2026-01-01');
  expect([ignored.status, ignored.text]).toEqual([422, expect.stringContaining('from')]);
});
