import { createHash, randomBytes } from 'node:crypto';
import type { ReportColumn, ReportRow } from '@service/billing/domain/reports/report.ts';
import { expect, test } from 'vitest';
import { reportFiles } from './report-files.ts';

const COLUMNS: readonly ReportColumn[] = [
  { name: 'code', label: 'Code', kind: 'text' },
  { name: 'currency', label: 'Currency', kind: 'text' },
  { name: 'net', label: 'Net', kind: 'cents' },
];

async function* rows(count: number, fails = false): AsyncGenerator<ReportRow, void> {
  for (let n = 0; n < count; n += 1) yield { code: randomBytes(40).toString('hex'), currency: 'USD', net: n };
  if (fails) throw new Error('The database does not answer');
}

test('a file is kept in parts, of which the same file is read', async () => {
  const parts: string[] = [];
  const kept = await reportFiles.write(COLUMNS, rows(20_000), async (content, part) => {
    expect(part).toBe(parts.length);
    parts.push(content);
  });
  expect(kept.parts).toBe(parts.length);
  expect(parts.length).toBeGreaterThan(2);
  async function* stored() {
    yield* parts;
  }
  const file = Buffer.concat(await Array.fromAsync(reportFiles.read(stored())));
  expect(file.length).toBe(kept.bytes);
  expect(createHash('sha256').update(file).digest('hex')).toBe(kept.sha256);
  expect(file.toString().split('\r\n').slice(0, 2)).toEqual([
    'code,currency,net,net_in_cents',
    expect.stringMatching(/^\w{80},USD,0\.00,0$/),
  ]);
});

test('the digest of a file is the same whether it is kept or not', async () => {
  const given: ReportRow[] = [{ code: 'a', currency: 'USD', net: 5 }];
  async function* same() {
    yield* given;
  }
  const kept = await reportFiles.write(COLUMNS, same(), async () => {});
  expect(await reportFiles.write(COLUMNS, same())).toEqual({ ...kept, parts: 0 });
  expect(kept.sha256).toBe(reportFiles.digest('code,currency,net,net_in_cents\r\na,USD,0.05,5\r\n'));
});

test('rows that cannot be read, and parts that cannot be stored, fail the file', async () => {
  await expect(reportFiles.write(COLUMNS, rows(3, true))).rejects.toThrow('The database does not answer');
  await expect(reportFiles.write(COLUMNS, rows(3, true), async () => {})).rejects.toThrow('does not answer');
  const full = reportFiles.write(COLUMNS, rows(3), async () => Promise.reject(new Error('The disk is full')));
  await expect(full).rejects.toThrow('The disk is full');
  async function* broken() {
    yield 'no gzip';
  }
  await expect(Array.fromAsync(reportFiles.read(broken()))).rejects.toThrow();
});

test('rows are stored in parts with the digest of their CSV file, and read as they were', async () => {
  const parts: string[] = [];
  const given = await Array.fromAsync(rows(9_000));
  async function* same() {
    yield* given;
  }
  const { sha256, bytes, ...stored } = await reportFiles.writeRows(COLUMNS, same(), async (content) => {
    parts.push(content);
  });
  expect(stored.parts).toBe(parts.length);
  expect(parts.length).toBeGreaterThan(1);
  const file = await reportFiles.write(COLUMNS, same());
  expect([sha256, bytes]).toEqual([file.sha256, file.bytes]);
  async function* kept() {
    yield* parts;
  }
  expect(await Array.fromAsync(reportFiles.readRows(kept()))).toEqual(given);
  await expect(reportFiles.writeRows(COLUMNS, rows(3, true), async () => {})).rejects.toThrow('does not answer');
  async function* broken() {
    yield 'no gzip';
  }
  await expect(Array.fromAsync(reportFiles.readRows(broken()))).rejects.toThrow();
});

test('a kept file of another shape is compared in the columns that both have', async () => {
  const given: ReportRow[] = [
    { code: 'a, "b"', currency: 'USD', net: -5, gone: '=1', lines: 2 },
    { code: '', currency: 'EUR', net: null, gone: null, lines: 3 },
  ];
  async function* same() {
    yield* given;
  }
  const [code, currency, net] = COLUMNS as [ReportColumn, ReportColumn, ReportColumn];
  const gone: ReportColumn = { name: 'gone', label: 'Gone', kind: 'text' };
  const lines: ReportColumn = { name: 'lines', label: 'Lines', kind: 'count' };
  const parts: string[] = [];
  await reportFiles.write([gone, code, currency, net], same(), async (content) => {
    parts.push(content);
  });
  async function* kept() {
    yield* parts;
  }
  const common = await reportFiles.inCommon(kept(), [code, lines, net, currency]);
  async function* broken() {
    yield 'no gzip';
  }
  expect(await reportFiles.inCommon(broken(), COLUMNS)).toBeUndefined();
  async function* cut() {
    yield (parts[0] ?? '').slice(0, 40);
  }
  expect(await reportFiles.inCommon(cut(), COLUMNS)).toBeUndefined();
  async function* lost() {
    yield parts[0] ?? '';
    throw new Error('The database does not answer');
  }
  await expect(reportFiles.inCommon(lost(), COLUMNS)).rejects.toThrow('does not answer');
  if (!common) throw new Error('The parts are taken for damaged.');
  expect(common.gone).toEqual(['gone']);
  expect(common.columns.map(({ name }) => name)).toEqual(['code', 'currency', 'net']);
  expect(common.sha256).toBe((await reportFiles.write(common.columns, same())).sha256);
  const whole = await reportFiles.write([gone, code, currency, net], same());
  expect(await reportFiles.inCommon(kept(), [gone, code, currency, net])).toMatchObject({
    sha256: whole.sha256,
    gone: [],
  });
});
