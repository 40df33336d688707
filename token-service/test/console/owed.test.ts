import { afterAll, beforeAll, expect, it } from 'vitest';
import { textIn } from '../account-pages/customer.ts';
import { fresh, startTestService, type TestService } from '../service.ts';
import { demoOwner, type OperatorBrowser, WITH_CONSOLE } from './browser.ts';
import { withRole } from './with-role.ts';

let service: TestService;
let owner: OperatorBrowser;
const [net, today] = [fresh('net'), fresh('today')];

beforeAll(async () => {
  service = await startTestService({ env: { ...WITH_CONSOLE, RATE_LIMIT: 'off' } });
  owner = await demoOwner(service);
  for (const [code, net_terms, cents] of [
    [net, 30, 4000],
    [today, 0, 2500],
  ] as const) {
    const { status, text } = await service.api(
      'POST',
      '/v2/purchases',
      `<purchase><account><account_code>${code}</account_code></account><currency>USD</currency><collection_method>manual</collection_method><net_terms>${net_terms}</net_terms>` +
        `<adjustments><adjustment><unit_amount_in_cents>${cents}</unit_amount_in_cents><tax_exempt>true</tax_exempt></adjustment></adjustments></purchase>`,
    );
    expect(status, text).toBe(200);
  }
});
afterAll(() => service?.close());

const pageOf = async (path: string) => textIn((await owner.get(path)).html);

it('agrees in tiles, totals, rows and file, and calls nothing that is due not due yet', async () => {
  const text = await pageOf('/past-due');
  expect(text).toContain('$40.00 not due yet, 1 invoice');
  expect(text).toContain('$25.00 due today, 1 invoice');
  expect(text).toContain('2 invoices · $65.00 owed');
  expect(text).toMatch(/\$40\.00/);
  expect(text.match(/ due today /g)).toHaveLength(1 + 1);
  expect(text.match(/ not due yet /g)).toHaveLength(1 + 1);
  expect((await owner.get('/past-due?format=csv')).html.trim().split('\r\n')).toHaveLength(1 + 2);
  expect(await pageOf('/past-due?state=past_due')).toContain('Nothing matches these filters.');
  const together = await pageOf('/past-due/together');
  expect([together.includes('$25.00'), together.includes('$40.00')]).toEqual([true, false]);
  expect(await pageOf('/past-due/together?age=current')).toContain('$40.00');
  expect(await pageOf('/')).toContain('0 invoices past due');
  expect((await owner.get('/')).html).toContain('href="/past-due?state=past_due"');
});

it('says what each customer owes by age, at any day, as a page and a file, and leads to the invoices', async () => {
  expect((await owner.get('/reports')).html).toContain('href="/reports/aging_by_customer"');
  const report = await owner.get('/reports/aging_by_customer');
  expect(textIn(report.html)).toContain('The sum agrees with the ledger account Receivables.');
  const leads = [...report.html.matchAll(/href="([^"]*\/reports\/aging\?[^"]*)"/g)]
    .map(([, href = '']) => href.replaceAll('&amp;', '&'))
    .filter((href) => href.includes(net));
  const notDue = leads.find((href) => href.includes('age=current'));
  expect(await pageOf(notDue ?? '')).toMatch(/current .*\$40\.00/);
  const rows = (await owner.get('/reports/aging_by_customer?format=csv')).html.split('\r\n');
  expect(rows[0]).toMatch(
    /^account_code,customer,currency,invoices,not_due,not_due_in_cents,due_today,.*,owed,owed_in_cents$/,
  );
  expect(rows.find((row) => row.startsWith(net))).toContain(`${net},,USD,1,40.00,4000,0.00,0,`);
  const before = await owner.get('/reports/aging_by_customer?to=2020-01-31');
  expect(textIn(before.html)).not.toContain(net);
  expect((await (await withRole(service, ['support'])).get('/reports/aging_by_customer')).status).toBe(403);
});
