import type { DiskTrouble } from './database.ts';

/** Result codes of SQLite: https://sqlite.org/rescode.html */
export const SQLITE_BUSY = 5;
export const SQLITE_CORRUPT = 11;
const SQLITE_FULL = 13;
const SQLITE_NOTADB = 26;
/** A quota or a limit on the size of files keeps SQLite from writing. */
const SQLITE_IOERR_WRITE = 778;
/** The index of the write-ahead log cannot grow. */
const SQLITE_IOERR_SHMSIZE = 4874;

/** The extended result code, whose last eight bits are the primary one. 0: not an error of SQLite. */
export const resultCode = (error: unknown): number =>
  error instanceof Error && 'errcode' in error ? Number(error.errcode) : 0;

export const isBusy = (error: unknown): boolean => (resultCode(error) & 0xff) === SQLITE_BUSY;

export const sqliteTrouble = (error: unknown): DiskTrouble | undefined => {
  const code = resultCode(error);
  if ([SQLITE_CORRUPT, SQLITE_NOTADB].includes(code & 0xff)) return 'corrupt';
  if ((code & 0xff) === SQLITE_FULL || [SQLITE_IOERR_WRITE, SQLITE_IOERR_SHMSIZE].includes(code)) return 'full';
  return undefined;
};
