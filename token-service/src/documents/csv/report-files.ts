import { createHash } from 'node:crypto';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import type { ReportColumn, ReportRow } from '@service/billing/domain/reports/report.ts';
import type { ReportFiles } from '@service/billing/ports/report-files.ts';
import { parse } from 'csv-parse';
import { stringify } from 'csv-stringify/sync';
import { reportCsv, reportCsvColumns } from './report-csv.ts';

/** Compressed bytes of one part: small enough for a row of the database. */
const PART_BYTES = 256 * 1024;

/** The files of reports: CSV, compressed with gzip, in parts of Base64. */
export const reportFiles: ReportFiles = {
  async write(columns, rows, keep) {
    const hash = createHash('sha256');
    let [bytes, parts] = [0, 0];
    const file = reportCsv(columns, rows);
    async function* digested() {
      for await (const piece of file) {
        const content = Buffer.from(piece);
        hash.update(content);
        bytes += content.length;
        yield content;
      }
    }
    if (keep) {
      parts = await keepCompressed(digested, keep);
    } else {
      for await (const _ of digested());
    }
    return { sha256: hash.digest('hex'), bytes, parts };
  },
  async writeRows(columns, rows, keep) {
    const hash = createHash('sha256');
    let bytes = 0;
    async function* lines() {
      const waiting: string[] = [];
      async function* noted() {
        for await (const row of rows) {
          waiting.push(`${JSON.stringify(row)}\n`);
          yield row;
        }
      }
      for await (const piece of reportCsv(columns, noted())) {
        const content = Buffer.from(piece);
        hash.update(content);
        bytes += content.length;
        yield Buffer.from(waiting.splice(0).join(''));
      }
    }
    const parts = await keepCompressed(lines, keep);
    return { sha256: hash.digest('hex'), bytes, parts };
  },
  async *readRows(parts) {
    for await (const line of createInterface({ input: Readable.from(decompressed(parts)) })) {
      yield JSON.parse(line) as ReportRow;
    }
  },
  async inCommon(parts, columns) {
    const [hash, whole] = [createHash('sha256'), createHash('sha256')];
    async function* file() {
      for await (const piece of decompressed(parts)) {
        whole.update(piece);
        yield piece;
      }
    }
    let places: readonly number[] = [];
    let [common, gone]: [readonly ReportColumn[], readonly string[]] = [[], []];
    let isHeader = true;
    const records = parse({ record_delimiter: '\r\n' });
    // An error of the parts reaches the reader through the records.
    pipeline(Readable.from(file()), records).catch(() => {});
    try {
      for await (const record of records as AsyncIterable<string[]>) {
        if (isHeader) {
          common = columns
            .filter((column) => namesOf(column).every((name) => record.includes(name)))
            .toSorted((one, other) => record.indexOf(one.name) - record.indexOf(other.name));
          const names = common.flatMap(namesOf);
          places = names.map((name) => record.indexOf(name));
          gone = record.filter((name) => !names.includes(name));
          isHeader = false;
        }
        hash.update(stringify([places.map((place) => record[place] ?? '')], { record_delimiter: '\r\n' }));
      }
    } catch (error) {
      if (isDamage(error)) return undefined;
      throw error;
    }
    return { columns: common, gone, sha256: hash.digest('hex'), fileSha256: whole.digest('hex') };
  },
  read: decompressed,
  digest: (text) => createHash('sha256').update(text).digest('hex'),
};

/** Whether an error of reading says that the parts are no file of a report: of zlib, or of the reader of CSV. */
const isDamage = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && /^(?:Z_|CSV_)/.test(String(error.code));

/** The names that a column of a report has in a file. */
const namesOf = (column: ReportColumn): readonly string[] => reportCsvColumns([column]).map(({ name }) => name);

/** Stores what is written, compressed, and returns the number of its parts. */
const keepCompressed = async (
  written: () => AsyncIterable<Buffer>,
  keep: (content: string, part: number) => Promise<void>,
): Promise<number> => {
  let parts = 0;
  await pipeline(written, createGzip(), async (compressed: AsyncIterable<Buffer>) => {
    for await (const part of inParts(compressed)) await keep(part.toString('base64'), parts++);
  });
  return parts;
};

async function* decompressed(parts: AsyncIterable<string>): AsyncGenerator<Uint8Array, void> {
  async function* compressed() {
    for await (const part of parts) yield Buffer.from(part, 'base64');
  }
  const file = createGunzip();
  // An error of the parts reaches the reader through the file.
  pipeline(Readable.from(compressed()), file).catch(() => {});
  yield* file;
}

async function* inParts(pieces: AsyncIterable<Buffer>): AsyncGenerator<Buffer, void> {
  let waiting: Buffer[] = [];
  let size = 0;
  for await (const piece of pieces) {
    waiting.push(piece);
    size += piece.length;
    if (size < PART_BYTES) continue;
    yield Buffer.concat(waiting);
    waiting = [];
    size = 0;
  }
  if (size > 0) yield Buffer.concat(waiting);
}
