import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { textIn } from '../account-pages/customer.ts';
import { startTestService, type TestService } from '../service.ts';
import { WITH_CONSOLE } from './browser.ts';
import { newSubscriber } from './subscriber.ts';
import { withRole } from './with-role.ts';

/** A page may read one record, so that a report of two lines is a long one. */
vi.mock('@service/billing/queries/reports/page-bound.ts', async (original) => {
  const real = await original<typeof import('@service/billing/queries/reports/page-bound.ts')>();
  const boundedReading: typeof real.boundedReading = (storage) => real.boundedReading(storage, 1);
  return { ...real, boundedReading };
});

let service: TestService;
beforeAll(async () => {
  service = await startTestService({ env: { ...WITH_CONSOLE, RATE_LIMIT: 'off' } });
  await newSubscriber(service);
});
afterAll(() => service.close());

const NOVEMBER = 'from=2026-11-01&to=2026-11-30';

it('a report that reads too much for a page is offered in the background, and its file is written all the same', async () => {
  const finance = await withRole(service, ['finance']);
  const page = await finance.get(`/reports/sales?${NOVEMBER}`);
  expect(page.status).toBe(200);
  expect(textIn(page.html)).toContain('The report reads more than 250,000 records');
  expect(page.html).toMatch(/formaction="\/reports\/sales\/run"/);
  expect(page.html).not.toContain('Ada Lovelace');
  expect((await finance.get(`/reports/sales?${NOVEMBER}&format=csv`)).html.split('\r\n').length).toBeGreaterThan(2);
  const { location } = await finance.submit(`/reports/sales/run?${NOVEMBER}`);
  await service.dueWork();
  const { pathname } = new URL(location, 'http://localhost');
  expect(textIn((await finance.get(pathname)).html)).toMatch(/done .*2 rows, kept for 7 days/);
});
