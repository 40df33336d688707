import { once } from 'node:events';
import { crc32, createDeflateRaw } from 'node:zlib';

/** A file of an archive. Its content is read once, when its turn comes. */
export interface ZippedFile {
  readonly name: string;
  readonly content: AsyncIterable<Uint8Array>;
}

const [LOCAL, DESCRIPTOR, CENTRAL, END] = [0x04034b50, 0x08074b50, 0x02014b50, 0x06054b50];
const VERSION = 20;
/** Sizes and checksum follow the content; names are UTF-8. */
const FLAGS = 0x0808;
const DEFLATE = 8;
/** Larger archives need fields of 64 bits, which this writer does not have. */
const MOST_BYTES = 0xffff_ffff;

interface Written {
  readonly name: Buffer;
  readonly offset: number;
  readonly crc: number;
  readonly packed: number;
  readonly size: number;
}

/**
 * Yields a ZIP archive of files as they are read, so that an archive of any size takes the same memory. `modified`: the
 * time in milliseconds that all files have, in UTC.
 */
export async function* zipStream(files: Iterable<ZippedFile>, modified: number): AsyncGenerator<Buffer, void> {
  const time = dosTime(new Date(modified));
  const written: Written[] = [];
  let offset = 0;
  for (const { name, content } of files) {
    const label = Buffer.from(name, 'utf8');
    const begins = offset;
    const head = record(
      [LOCAL, 4],
      [VERSION, 2],
      [FLAGS, 2],
      [DEFLATE, 2],
      [time, 4],
      [0, 4],
      [0, 4],
      [0, 4],
      [label.length, 2],
      [0, 2],
    );
    yield Buffer.concat([head, label]);
    const sums = { crc: 0, size: 0 };
    let packed = 0;
    for await (const part of deflated(content, sums)) {
      packed += part.length;
      yield part;
    }
    const tail = record([DESCRIPTOR, 4], [sums.crc, 4], [packed, 4], [sums.size, 4]);
    yield tail;
    offset += head.length + label.length + packed + tail.length;
    if (offset > MOST_BYTES || sums.size > MOST_BYTES) throw new Error(`The archive is too large at ${name}.`);
    written.push({ name: label, offset: begins, packed, ...sums });
  }
  let length = 0;
  for (const { name, offset: at, crc, packed, size } of written) {
    const fields = record(
      ...([
        [CENTRAL, 4],
        [VERSION, 2],
        [VERSION, 2],
        [FLAGS, 2],
        [DEFLATE, 2],
        [time, 4],
      ] as const),
      ...([
        [crc, 4],
        [packed, 4],
        [size, 4],
        [name.length, 2],
        [0, 2],
        [0, 2],
        [0, 2],
        [0, 2],
        [0, 4],
        [at, 4],
      ] as const),
    );
    length += fields.length + name.length;
    yield Buffer.concat([fields, name]);
  }
  const count = written.length;
  yield record([END, 4], [0, 2], [0, 2], [count, 2], [count, 2], [length, 4], [offset, 4], [0, 2]);
}

/** Yields compressed content, and adds its checksum and its size up. */
async function* deflated(
  content: AsyncIterable<Uint8Array>,
  sums: { crc: number; size: number },
): AsyncGenerator<Buffer> {
  const deflate = createDeflateRaw();
  const feed = async (): Promise<void> => {
    for await (const part of content) {
      sums.crc = crc32(part, sums.crc);
      sums.size += part.length;
      if (!deflate.write(part)) await once(deflate, 'drain');
    }
    deflate.end();
  };
  // Content that cannot be read ends the archive with its error.
  feed().catch((error: unknown) => deflate.destroy(error instanceof Error ? error : new Error(String(error))));
  yield* deflate as AsyncIterable<Buffer>;
}

type Field = readonly [value: number, bytes: 2 | 4];

const record = (...fields: readonly Field[]): Buffer => {
  const buffer = Buffer.alloc(fields.reduce((sum, [, bytes]) => sum + bytes, 0));
  let place = 0;
  for (const [value, bytes] of fields) place = buffer.writeUIntLE(value, place, bytes);
  return buffer;
};

/** Returns a time as the format has it: two seconds exactly, from 1980 on. */
const dosTime = (at: Date): number => {
  const day = ((at.getUTCFullYear() - 1980) << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate();
  const second = (at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1);
  return day * 0x10000 + second;
};
