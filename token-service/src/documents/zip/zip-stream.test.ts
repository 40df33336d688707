import { randomBytes } from 'node:crypto';
import { crc32, inflateRawSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { type ZippedFile, zipStream } from './zip-stream.ts';

const MODIFIED = Date.UTC(2026, 10, 28, 15, 4, 6);

async function* partsOf(...parts: readonly Uint8Array[]) {
  yield* parts;
}

const archiveOf = async (...files: readonly ZippedFile[]): Promise<Buffer> => {
  const parts: Buffer[] = [];
  for await (const part of zipStream(files, MODIFIED)) parts.push(part);
  return Buffer.concat(parts);
};

/** Reads an archive by its directory, as programs do. */
const filesIn = (zip: Buffer): Record<string, Buffer> => {
  const end = zip.length - 22;
  expect(zip.readUInt32LE(end)).toBe(0x06054b50);
  const files: Record<string, Buffer> = {};
  let place = zip.readUInt32LE(end + 16);
  for (let index = 0; index < zip.readUInt16LE(end + 10); index += 1) {
    expect(zip.readUInt32LE(place)).toBe(0x02014b50);
    const [crc, packed, size, length, at] = [16, 20, 24]
      .map((offset) => zip.readUInt32LE(place + offset))
      .concat(zip.readUInt16LE(place + 28), zip.readUInt32LE(place + 42)) as [number, number, number, number, number];
    const name = zip.toString('utf8', place + 46, place + 46 + length);
    expect(zip.readUInt32LE(at)).toBe(0x04034b50);
    const begins = at + 30 + zip.readUInt16LE(at + 26);
    const content = inflateRawSync(zip.subarray(begins, begins + packed));
    expect([content.length, crc32(content)], name).toEqual([size, crc]);
    expect(zip.readUInt32LE(begins + packed)).toBe(0x08074b50);
    files[name] = content;
    place += 46 + length;
  }
  expect(place).toBe(end);
  return files;
};

it('has every file with its content, whatever its size', async () => {
  const large = Array.from({ length: 40 }, () => randomBytes(50_000));
  const zip = await archiveOf(
    { name: 'sales-2026-11.csv', content: partsOf(Buffer.from('a,b\r\n'), Buffer.from('1,2\r\n')) },
    { name: 'empty.csv', content: partsOf() },
    { name: 'Übersicht.csv', content: partsOf(...large) },
  );
  expect(filesIn(zip)).toEqual({
    'sales-2026-11.csv': Buffer.from('a,b\r\n1,2\r\n'),
    'empty.csv': Buffer.alloc(0),
    'Übersicht.csv': Buffer.concat(large),
  });
  // 28 November 2026, 15:04:06: (46 << 9 | 11 << 5 | 28) and (15 << 11 | 4 << 5 | 3).
  expect([zip.readUInt16LE(12), zip.readUInt16LE(10)]).toEqual([23_932, 30_851]);
});

it('without files is an empty archive', async () => {
  expect(filesIn(await archiveOf())).toEqual({});
});

it('ends with the error of content that cannot be read', async () => {
  async function* broken() {
    yield Buffer.from('a');
    throw new Error('no such part');
  }
  await expect(archiveOf({ name: 'a', content: broken() })).rejects.toThrow('no such part');
});
