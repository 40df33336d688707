import { withDefaultAccount } from '@service/billing/domain/journals/chart-changes.ts';
import { changeJournalChart } from '@service/billing/usecases/journals/change-journal-chart.ts';
import { makeJournalBatch } from '@service/billing/usecases/journals/make-journal-batch.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { machineClock, openWorld } from '../../src/runtime/world.ts';
import { newSubscriber } from '../console/subscriber.ts';
import { startTestService, type TestService, textOf, within } from '../service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
  await newSubscriber(service);
  const { opened } = service.service;
  const site = await opened.sites.find('demo');
  if (!site) throw new Error('no demo site');
  const deps = { storage: opened.storage, world: openWorld({ ...machineClock, now: service.clock.now }) };
  const caller = {
    ...{ site, at: Math.floor(service.clock.now() / 1000) },
    ...{ actor: 'command line', correlation: 'journal' },
  };
  await changeJournalChart(deps)(caller, (chart) => withDefaultAccount(chart, '9999'));
  await makeJournalBatch(deps)(caller, { detail: 'document', up_to: '2026-11-20' });
});
afterAll(() => service.close());

const asked = (path: string, accept: string, key = 'demo-private-key') =>
  fetch(new URL(path, service.apiUrl), {
    headers: {
      Accept: accept,
      'X-Api-Version': '2.29',
      Authorization: `Basic ${Buffer.from(`${key}:`).toString('base64')}`,
    },
  });

test('programs list batches, and read their files in a format', async () => {
  const { xml, text } = await service.api('GET', '/v2/reports/journals');
  expect(textOf(within(xml, 'batches')?.children[0], 'number')).toBe('1');
  expect(textOf(within(xml, 'batches')?.children[0], 'made_by')).toBe('command line');
  expect(text).toMatch(/<currency>USD<\/currency>\s*<debits_in_cents type="integer">\d+</);
  const batch = await service.api('GET', '/v2/reports/journals/1?format=quickbooks');
  const [file] = within(batch.xml, 'files')?.children ?? [];
  expect(textOf(file, 'name')).toBe('journal-quickbooks-demo-1.csv');
  const path = '/v2/reports/journals/1/files/journal-quickbooks-demo-1.csv?format=quickbooks';
  const csv = await asked(path, 'text/csv');
  expect(csv.headers.get('content-type')).toBe('text/csv; charset=utf-8');
  const first = await csv.text();
  expect(first).toMatch(/^JournalNo,JournalDate,.*\r\nJ1-1,(?:.|\r\n)*\d,11\/20\/2026,9999,27\.18,,invoice posted/);
  expect(first.trim().split('\r\n')).toHaveLength(Number(textOf(file, 'lines')) + 1);
  expect(await (await asked(path, 'text/csv', 'demo-read-only-key')).text()).toBe(first);
  expect((await service.api('GET', path)).text).toContain(`<lines type="integer">${textOf(file, 'lines')}</lines>`);
  const ledger = await asked('/v2/reports/journals/1/files/journal-demo-1.ledger?format=ledger', 'text/plain');
  expect(await ledger.text()).toMatch(/2026-11-20 \* \(J1-\d+\) invoice posted/);
});

test('what is unknown is 404, and what no format has is refused with what to send', async () => {
  for (const path of ['2', 'first', '1/files/journal-demo-2.csv']) {
    expect((await service.api('GET', `/v2/reports/journals/${path}`)).status, path).toBe(404);
  }
  // The file is one of another format, which the request does not name.
  const other = await service.api('GET', '/v2/reports/journals/1/files/journal-quickbooks-demo-1.csv');
  expect([other.status, other.text]).toEqual([
    404,
    expect.stringMatching(/in the format csv.*\?format=, one of csv, xero, quickbooks, datev, ledger, beancount/),
  ]);
  const format = await service.api('GET', '/v2/reports/journals/1?format=sap');
  expect([format.status, format.text]).toEqual([400, expect.stringContaining('csv, xero, quickbooks')]);
  const datev = await service.api('GET', '/v2/reports/journals/1?format=datev');
  expect([datev.status, datev.text]).toEqual([412, expect.stringContaining('numbers of consultant and client')]);
  expect((await service.api('GET', '/v2/reports/journals?before=x')).status).toBe(400);
});
