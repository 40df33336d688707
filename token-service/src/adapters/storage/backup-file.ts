import { createHash } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import { open, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { OperatorTrouble } from '../../runtime/operator-trouble.ts';

/** The engine whose backup a file is, by how it begins. */
const FORMATS = { sqlite: 'SQLite format 3\0', postgres: 'PGDMP' } as const;
export type BackupFormat = keyof typeof FORMATS;

const checksumFile = (file: string): string => `${file}.sha256`;

const checksumOf = async (file: string): Promise<string> => {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
};

/**
 * Writes a backup: under another name until it is complete and on the disk, then with its checksum beside it, as
 * `sha256sum` reads it. Returns the checksum. Throws `OperatorTrouble` when the file exists.
 */
export const writeBackup = async (file: string, write: (partial: string) => Promise<void>): Promise<string> => {
  if (existsSync(file)) throw new OperatorTrouble(`${file} exists: give another name, or remove it.`);
  const partial = `${file}.partial`;
  try {
    await rm(partial, { force: true });
    await write(partial);
    const handle = await open(partial, 'r+');
    await handle.chmod(0o600);
    await handle.sync();
    await handle.close();
    const checksum = await checksumOf(partial);
    await writeFile(checksumFile(file), `${checksum}  ${basename(file)}\n`, { mode: 0o600 });
    await rename(partial, file);
    return checksum;
  } catch (error) {
    await rm(partial, { force: true });
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === undefined) throw error;
    throw new OperatorTrouble(
      `${file} cannot be written: ${message}. Give a file in a folder that this user may write.`,
    );
  }
};

/** Returns whose backup a file is, after comparing its checksum. Throws `OperatorTrouble`. */
export const checkBackup = async (file: string): Promise<BackupFormat> => {
  const sum = await readFile(checksumFile(file), 'utf8').catch(() => undefined);
  if (!existsSync(file)) throw new OperatorTrouble(`There is no file ${file}.`);
  if (sum === undefined) {
    throw new OperatorTrouble(
      `There is no checksum ${checksumFile(file)}, which backup wrote. Copy it beside ${basename(file)}.`,
    );
  }
  if (sum.split(/\s/)[0] !== (await checksumOf(file))) {
    throw new OperatorTrouble(`${file} differs from its checksum: it is incomplete or damaged. Take another backup.`);
  }
  const handle = await open(file);
  const { buffer } = await handle.read({ buffer: Buffer.alloc(16), length: 16, position: 0 });
  await handle.close();
  const format = (Object.keys(FORMATS) as BackupFormat[]).find((one) =>
    buffer.toString('latin1').startsWith(FORMATS[one]),
  );
  if (!format) throw new OperatorTrouble(`${file} is not a backup of the service.`);
  return format;
};
