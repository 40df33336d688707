import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openMemoryFolder } from './memory-folder.ts';

let parent: string;
beforeAll(() => {
  parent = mkdtempSync(join(tmpdir(), 'memory-'));
});
afterAll(() => rmSync(parent, { recursive: true }));

test('is a folder that other users may pass through, and is removed', () => {
  const folder = openMemoryFolder(parent, 0);
  expect(dirname(folder?.path ?? '')).toBe(parent);
  expect(statSync(folder?.path ?? '').mode & 0o777).toBe(0o711);
  folder?.remove();
  expect(existsSync(folder?.path ?? '')).toBe(false);
});

test('is left out without a file system in memory, and without room', () => {
  expect(openMemoryFolder(join(parent, 'absent'), 0)).toBeUndefined();
  expect(openMemoryFolder(parent, Number.MAX_SAFE_INTEGER)).toBeUndefined();
});
