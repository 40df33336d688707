import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type DueKindsDeps, dueKinds } from '@service/billing/engine/due/kinds.ts';
import { dueWork } from '@service/billing/engine/due/run-due-work.ts';
import { dayIn } from '@service/billing/values/periods/day-in.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openStorage } from '../adapters/storage/storage.ts';
import { anAccount, NOON } from '../adapters/storage/testing/samples.ts';
import { anAdjustment, anInvoice } from '../adapters/storage/testing/selling-samples.ts';
import { reportFiles } from '../documents/csv/report-files.ts';
import { machineClock, openWorld } from '../runtime/world.ts';
import type { Tool } from './command.ts';
import { reportTool } from './report.ts';
import { siteTool } from './site.ts';
import { runTool } from './tool.ts';

const folder = mkdtempSync(join(tmpdir(), 'report-runs-'));
const world = openWorld(machineClock);
const written: string[] = [];
const said: string[] = [];
/** Runs while a command waits. */
let meanwhile: () => Promise<void> = async () => {};
const run = (tool: Tool, ...args: string[]) =>
  runTool(
    tool,
    args,
    { DATA_DIR: folder },
    {
      world: () => ({ ...world, pause: () => meanwhile() }),
      open: openStorage,
      write: async (part) => void written.push(part),
      say: (line) => void said.push(line),
    },
  );
const json = async (...args: string[]) => JSON.parse((await run(reportTool, ...args, '--json')).text);
const day = dayIn('UTC', NOON);
const SALES = ['acme', 'sales', '--from', day, '--to', day];

/** The due work of a service beside the command line. */
const work = async (): Promise<void> => {
  const opened = await openStorage({ dataDir: folder, databaseUrl: null }, world);
  const { storage } = opened;
  const deps = { storage, world, reportFiles, isEnding: () => false } as unknown as DueKindsDeps;
  const kinds = dueKinds(deps).filter(({ kind }) => kind === 'report_run');
  const [site] = await opened.sites.all();
  if (site) await dueWork({ storage, world }, kinds, { movesClock: false }).drain(site);
  await opened.close();
};

beforeAll(async () => {
  await run(siteTool, 'create', 'acme');
  const opened = await openStorage({ dataDir: folder, databaseUrl: null }, world);
  const [site] = await opened.sites.all();
  const records = opened.storage.of(site?.id ?? '');
  const ada = anAccount(1, { account_code: 'ada' });
  await records.accounts.add(ada);
  const invoice = anInvoice(1001, ada, { total_in_cents: 1190, tax_in_cents: 190, subtotal_in_cents: 1000 });
  await records.invoices.add(invoice);
  const line = { invoice_id: invoice.uuid, total_in_cents: 1190, tax_in_cents: 190, taxes: [] };
  await records.adjustments.add(anAdjustment(1, ada, line));
  await opened.close();
});
afterAll(() => rmSync(folder, { recursive: true }));

test('a report is requested, watched, printed as a table and as CSV, and listed', async () => {
  const requested = await run(reportTool, ...SALES, '--background');
  expect(requested.status).toBe(0);
  const [, id = ''] =
    /The worker makes the report: (\w+)\.\nnpm run report -- run acme \1 shows/.exec(requested.text) ?? [];
  expect(await run(reportTool, 'run', 'acme', id)).toEqual({ status: 0, text: `sales, ${day}: waiting` });
  expect(await run(reportTool, 'result', 'acme', id)).toMatchObject({
    ...{ status: 1, text: expect.stringContaining('The run is waiting: only one that is done has a result.') },
  });
  await work();
  expect((await run(reportTool, 'run', 'acme', id)).text).toBe(`sales, ${day}: done, 1 row`);
  const plain = await run(reportTool, ...SALES);
  expect((await run(reportTool, 'result', 'acme', id)).text).toBe(plain.text);
  written.length = 0;
  await run(reportTool, ...SALES, '--csv');
  const file = written.join('');
  written.length = 0;
  expect(await run(reportTool, 'result', 'acme', id, '--csv')).toMatchObject({ status: 0, text: '' });
  expect(written.join('')).toBe(file);
  expect(await json('runs', 'acme')).toMatchObject([{ id, report: 'sales', from: day, state: 'done', row_count: 1 }]);
  expect((await run(reportTool, 'runs', 'acme')).text).toMatch(new RegExp(`${id} {2}sales .*done, 1 row`));
});

test('with --wait, the command shows how far the run is, and prints the result', async () => {
  meanwhile = work;
  said.length = 0;
  const waited = await json(...SALES, '--where', 'type=charge', '--background', '--wait');
  expect(said).toEqual(['waiting']);
  expect(waited).toMatchObject({ report: 'sales', rows: [{ gross_in_cents: 1190 }], differences: [] });
  expect(waited.run).toMatchObject({ state: 'done', filters: { type: 'charge' }, row_count: 1 });
  written.length = 0;
  said.length = 0;
  expect(await run(reportTool, ...SALES, '--background', '--wait', '--csv')).toMatchObject({ status: 0, text: '' });
  expect(said).toEqual([]);
  expect(written.join('')).toMatch(/^invoice_number,.*\r\n1001,/);
});

test('a run that is canceled, or that nothing makes, says so', async () => {
  const { run: held } = await json(...SALES, '--background');
  expect(held).toMatchObject({ state: 'waiting', row_count: null });
  expect(await run(reportTool, 'cancel', 'acme', held.id)).toEqual({
    ...{ status: 0, text: `The report sales, ${day}, is canceled.` },
  });
  expect((await run(reportTool, 'cancel', 'acme', held.id)).text).toContain('The run is canceled already');
  meanwhile = async () => {};
  const idle = await run(reportTool, ...SALES, '--background', '--wait');
  expect(idle).toMatchObject({ status: 1, text: expect.stringContaining('The report waits, and nothing begins it') });
  const [waiting] = await json('runs', 'acme');
  meanwhile = async () => void (await run(reportTool, 'cancel', 'acme', (await json('runs', 'acme'))[0].id));
  const canceled = await run(reportTool, ...SALES, '--background', '--wait');
  expect(canceled).toMatchObject({ status: 1, text: expect.stringContaining('The run is canceled') });
  expect(waiting).toMatchObject({ state: 'waiting', requested_by: expect.stringMatching(/^command.line/) });
});

test('what is wrong is refused before anything is requested', async () => {
  for (const [typed, status, sentence] of [
    [['acme', 'profit', '--background'], 1, 'profit'],
    [['acme', 'tax', '--to', '2026-02-30', '--background'], 1, 'give a day such as 2026-11-30'],
    [['acme', 'tax', '--wait'], 2, '--wait needs --background'],
    [['run', 'acme', 'none'], 1, 'none'],
    [['runs', 'nowhere'], 1, 'nowhere'],
  ] as const) {
    expect(await run(reportTool, ...typed)).toMatchObject({ status, text: expect.stringContaining(sentence) });
  }
});
