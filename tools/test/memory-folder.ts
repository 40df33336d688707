import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export interface MemoryFolder {
  readonly path: string;
  remove(): void;
}

/** The folder in which Linux keeps files in memory. */
const SHARED_MEMORY = '/dev/shm';
/** Free bytes that a whole run needs, several times over. */
const ROOM = 4 * 1024 ** 3;
/** An interrupted run's programs may still write while they end. */
const REMOVAL = { recursive: true, force: true, maxRetries: 10 };
/** Every user may pass through: PostgreSQL runs as another one when the tests run as root. */
const PASSABLE = 0o711;

/**
 * Creates a folder in memory for temporary files, so that the many short-lived databases wait for no disk. Undefined
 * where memory has no file system, no room, or one that runs no programs, as containers often have.
 */
export const openMemoryFolder = (parent = SHARED_MEMORY, room = ROOM): MemoryFolder | undefined => {
  const path = created(parent, room);
  if (!path) return undefined;
  const folder = { path, remove: () => rmSync(path, REMOVAL) };
  if (runsPrograms(path)) return folder;
  folder.remove();
  return undefined;
};

const created = (parent: string, room: number): string | undefined => {
  try {
    const { bavail, bsize } = statfsSync(parent);
    if (bavail * bsize < room) return undefined;
    const path = mkdtempSync(join(parent, 'tests-'));
    chmodSync(path, PASSABLE);
    return path;
  } catch {
    return undefined;
  }
};

const runsPrograms = (folder: string): boolean => {
  const program = join(folder, 'program');
  writeFileSync(program, '#!/bin/sh\n', { mode: 0o755 });
  return spawnSync(program).status === 0;
};
