import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { dueKinds } from '@service/billing/engine/due/kinds.ts';
import { dueWork } from '@service/billing/engine/due/run-due-work.ts';
import { dayIn } from '@service/billing/values/periods/day-in.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openStorage } from '../adapters/storage/storage.ts';
import { anAccount } from '../adapters/storage/testing/samples.ts';
import { anAdjustment, anInvoice } from '../adapters/storage/testing/selling-samples.ts';
import { reportFiles } from '../documents/csv/report-files.ts';
import { machineClock, openWorld } from '../runtime/world.ts';
import type { Tool } from './command.ts';
import { periodTool } from './period.ts';
import { siteTool } from './site.ts';
import { runTool } from './tool.ts';

const folder = mkdtempSync(join(tmpdir(), 'period-'));
const world = openWorld(machineClock);
const run = (tool: Tool, ...args: string[]) =>
  runTool(tool, args, { DATA_DIR: folder }, { world: () => world, open: openStorage });
/** The month before this one, and the one before that. */
const now = Temporal.PlainYearMonth.from(dayIn('UTC', Math.floor(machineClock.now() / 1000)).slice(0, 7));
const [last, before] = [now.subtract({ months: 1 }).toString(), now.subtract({ months: 2 }).toString()];
const invoiceOf =
  (month: string, n: number, total: number, posted = total) =>
  async () => {
    const opened = await openStorage({ dataDir: folder, databaseUrl: null }, world);
    const [site] = await opened.sites.all();
    const records = opened.storage.of(site?.id ?? '');
    const owner = anAccount(n);
    await records.accounts.add(owner);
    const created_at = Date.parse(`${month}-10T12:00:00Z`) / 1000;
    const dated = { created_at, updated_at: created_at, total_in_cents: total, tax_in_cents: 0 };
    await records.invoices.add(anInvoice(n, owner, { ...dated, subtotal_in_cents: total, state: 'pending' }));
    await records.adjustments.add(
      anAdjustment(n + 500, owner, {
        ...dated,
        invoice_id: anInvoice(n, owner).uuid,
        taxes: [],
        start_date: created_at,
      }),
    );
    const entries = [
      { account: 'receivable', amount: posted },
      { account: 'revenue', amount: -posted },
    ] as const;
    const about = { id: `movement-${n}`, account_id: owner.id, currency: 'USD', kind: 'invoice.posted' };
    await records.ledger.append({ ...about, at: created_at, subject: anInvoice(n, owner).uuid, entries });
    await opened.close();
  };
/** Runs due work, as the worker of a service does. */
const work = async () => {
  const opened = await openStorage({ dataDir: folder, databaseUrl: null }, world);
  const [site] = await opened.sites.all();
  const deps = { ...opened, world, reportFiles } as unknown as Parameters<typeof dueKinds>[0];
  if (site) await dueWork({ storage: opened.storage, world }, dueKinds(deps)).drain(site);
  await opened.close();
};

beforeAll(async () => {
  await run(siteTool, 'create', 'acme');
  await invoiceOf(before, 1001, 1000)();
});
afterAll(() => rmSync(folder, { recursive: true }));

test('the months since the first invoice are listed, checked, closed, and saved as files', async () => {
  const listed = await run(periodTool, 'list', 'acme');
  expect(
    listed.text
      .split('\n')
      .slice(1)
      .map((row) => row.split(/\s+/).slice(0, 2).join(' ')),
  ).toEqual([`${now} current`, `${last} open`, `${before} open`]);
  const early = await run(periodTool, 'check', 'acme', now.toString());
  expect([early.status, early.text]).toEqual([3, expect.stringContaining('OPEN  The month is over. Its last day is')]);
  const ready = await run(periodTool, 'check', 'acme', before);
  expect([ready.status, ready.text]).toEqual([0, expect.stringContaining(`${before} can be closed.`)]);
  expect((await run(periodTool, 'close', 'acme', before)).text).toContain('The worker makes its snapshot');
  expect((await run(periodTool, 'check', 'acme', before)).text).toMatch(/is being made: 0 of \d+ files/);
  await work();
  const closed = await run(periodTool, 'check', 'acme', before);
  expect([closed.status, closed.text]).toEqual([0, expect.stringContaining('The reports equal the snapshot.')]);

  const files = join(folder, 'files');
  const saved = await run(periodTool, 'save', 'acme', before, files);
  const sums = readFileSync(join(files, 'SHA256SUMS'), 'utf8');
  expect(saved.text).toContain(createHash('sha256').update(sums).digest('hex'));
  for (const line of sums.trim().split('\n')) {
    const [sha256 = '', name = ''] = line.split('  ');
    const file = readFileSync(join(files, name));
    expect(createHash('sha256').update(file).digest('hex'), name).toBe(sha256);
  }
  expect(readFileSync(join(files, `sales-${before}.csv`), 'utf8')).toContain('10.00,1000');
});

test('a snapshot of an earlier release is compared in the columns that both have', async () => {
  const rewrite = async (change: (columns: string[], row: readonly string[]) => readonly string[]) => {
    const opened = await openStorage({ dataDir: folder, databaseUrl: null }, world);
    const [site] = await opened.sites.all();
    const { periods } = opened.storage.of(site?.id ?? '');
    const kept = (await periods.reports(before)).find(({ report }) => report === 'sales');
    if (!kept) throw new Error('The snapshot has no sales');
    async function* parts() {
      for (let part = 0; part < (kept?.parts ?? 0); part += 1) yield (await periods.part(kept!, part)) ?? '';
    }
    const file = Buffer.concat(await Array.fromAsync(reportFiles.read(parts()))).toString();
    const [header = '', ...rows] = file.trimEnd().split('\r\n');
    const columns = header.split(',');
    const names = change(columns, columns);
    async function* changed() {
      for (const row of rows) {
        const values = change(columns, row.split(','));
        yield Object.fromEntries(names.map((name, place) => [name, values[place] ?? '']));
      }
    }
    const written = names.map((name) => ({ name, label: name, kind: 'text' }) as const);
    const digest = await reportFiles.write(written, changed(), (content, part) =>
      periods.keepPart(kept, part, content),
    );
    await periods.addReport({ ...kept, ...digest });
    await opened.close();
  };
  // That release did not know the seller's country, and had a column that is gone.
  await rewrite((columns, row) => [...row.filter((_, place) => columns[place] !== 'seller_country'), 'fax']);
  const older = await run(periodTool, 'check', 'acme', before);
  expect([older.status, older.text]).toEqual([
    0,
    expect.stringMatching(
      /same +sales-\S+ +\w+ +without the columns added since: seller_country; without the columns left out since: fax/,
    ),
  ]);
  await rewrite((columns, row) =>
    row.map((value, place) => (columns[place] === 'origin' && row !== columns ? 'other' : value)),
  );
  expect((await run(periodTool, 'check', 'acme', before)).text).toMatch(/DIFFERS +sales/);
});

test('a report that is not what it was is found, with status 3', async () => {
  await invoiceOf(before, 1002, 500)();
  const changed = await run(periodTool, 'check', 'acme', before);
  expect([changed.status, changed.text]).toEqual([
    3,
    expect.stringMatching(new RegExp(`DIFFERS +sales-${before}.csv`)),
  ]);
  expect(changed.text).toMatch(new RegExp(`same +payments-${before}.csv`));
});

test('a month whose reports differ from the ledger is not closed, and the amounts are named', async () => {
  await invoiceOf(last, 1003, 700, 650)();
  const checked = await run(periodTool, 'check', 'acme', last);
  expect(checked.status).toBe(3);
  expect(checked.text).toMatch(
    /OPEN {2}Sales and credits are what invoices posted\..*\n +sales: 7\.00 USD in the report, 6\.50 USD in/,
  );
  const refused = await run(periodTool, 'close', 'acme', last);
  expect([refused.status, refused.text]).toEqual([
    1,
    expect.stringMatching(
      new RegExp(`${last} cannot be closed\\. .*Not yet: sales and credits are what invoices posted`),
    ),
  ]);
});

test('the latest month is reopened for a reason', async () => {
  expect((await run(periodTool, 'reopen', 'acme', before)).status).not.toBe(0);
  const reopened = await run(periodTool, 'reopen', 'acme', before, '--reason', 'A late invoice');
  expect(reopened.text).toContain(`${before} is open.`);
  expect((await run(periodTool, 'list', 'acme')).text).toMatch(new RegExp(`${before} +reopened`));
  expect((await run(periodTool, 'close', 'acme', 'soon')).text).toContain('give a month such as 2026-10');
});
