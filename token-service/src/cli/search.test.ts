import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openStorage } from '../adapters/storage/storage.ts';
import { anAccount } from '../adapters/storage/testing/samples.ts';
import { anInvoice } from '../adapters/storage/testing/selling-samples.ts';
import { machineClock, openWorld } from '../runtime/world.ts';
import { searchTool } from './search.ts';
import { siteTool } from './site.ts';
import { runTool } from './tool.ts';

const folder = mkdtempSync(join(tmpdir(), 'search-'));
const world = openWorld(machineClock);
const run = (tool: typeof searchTool, ...args: string[]) =>
  runTool(tool, args, { DATA_DIR: folder }, { world: () => world, open: openStorage });

beforeAll(async () => {
  await run(siteTool, 'create', 'acme');
  const opened = await openStorage({ dataDir: folder, databaseUrl: null }, world);
  const [site] = await opened.sites.all();
  const records = opened.storage.of(site?.id ?? '');
  const ada = anAccount(1, { account_code: 'ada', email: 'ada@example.com' });
  await records.accounts.add(ada);
  await records.accounts.add(anAccount(2, { account_code: 'bob', email: 'bob@example.com', first_name: 'Bob' }));
  await records.invoices.add(anInvoice(1001, ada));
  await opened.close();
});
afterAll(() => rmSync(folder, { recursive: true }));

test('records are printed by kind, with their number', async () => {
  const { status, text } = await run(searchTool, 'acme', 'example.com');
  expect(status).toBe(0);
  expect(text).toContain('Customers: 2\n');
  expect(text).toMatch(/^ {2}ada +Ada Løvelace +ada@example\.com · ada · active$/m);
  expect((await run(searchTool, 'acme', 'state:paid')).text).toBe(
    'Invoices: 1\n  1001  Ada Løvelace · 9.79 USD · paid',
  );
  expect(await run(searchTool, 'acme', 'nothing like this')).toEqual({
    status: 0,
    text: 'Nothing of acme was found.',
  });
});

test('programs get one object, with the record that the text identifies', async () => {
  const { text } = await run(searchTool, 'acme', '1001', '--json');
  const hit = { kind: 'invoice', id: '1001', title: '1001', detail: 'Ada Løvelace · 9.79 USD · paid', exact: true };
  expect(JSON.parse(text)).toEqual({
    card_number: false,
    exact: hit,
    groups: [{ kind: 'invoice', count: 1, more: false, hits: [hit] }],
  });
});

test('a card number is refused and not repeated', async () => {
  const { status, text } = await run(searchTool, 'acme', 'ada 4242 4242 4242 4242');
  expect(status).toBe(1);
  expect(text).toContain('last four');
  expect(text).not.toContain('4242');
});

test('a site that does not exist is named', async () => {
  expect(await run(searchTool, 'zebra', 'ada')).toMatchObject({ status: 1, text: expect.stringContaining('zebra') });
});
