/** The script that the image and the units run every day. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { ROOT } from '../tools/repository.ts';
import { DEPLOY } from './checks.ts';

const DAY = 24 * 60 * 60;

test('a backup with its checksum is written, and older ones go only then', () => {
  const folder = mkdtempSync(join(tmpdir(), 'back-up-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const dataDir = join(folder, 'data');
  const site = ['token-service/src/cli/billing.ts', 'site', 'create', 'acme'];
  const created = spawnSync(process.execPath, site, { cwd: ROOT, encoding: 'utf8', env: { DATA_DIR: dataDir } });
  expect(created.status, created.stderr).toBe(0);
  const backups = mkdtempSync(join(folder, 'backups-'));
  const now = Date.now() / 1000;
  for (const [name, days] of [
    ['billing-old.backup', 15],
    ['billing-old.backup.sha256', 15],
    ['billing-new.backup', 13],
    ['notes.txt', 15],
  ] as const) {
    writeFileSync(join(backups, name), '');
    utimesSync(join(backups, name), now - days * DAY, now - days * DAY);
  }
  const backUp = (env: NodeJS.ProcessEnv) =>
    spawnSync('sh', [`${DEPLOY}back-up.sh`, backups, '14'], {
      encoding: 'utf8',
      env: { PATH: process.env.PATH, ...env },
    });

  const failed = backUp({ DATA_DIR: ':memory:' });
  expect(failed.status, failed.stderr).toBe(1);
  expect(readdirSync(backups)).toHaveLength(4);

  const done = backUp({ DATA_DIR: dataDir });
  expect(done.status, done.stderr).toBe(0);
  const left = readdirSync(backups).sort();
  expect(left).toEqual([
    expect.stringMatching(/^billing-\d{4}-\d\d-\d\dT\d{6}Z\.backup$/),
    expect.stringMatching(/^billing-\d{4}-\d\d-\d\dT\d{6}Z\.backup\.sha256$/),
    'billing-new.backup',
    'notes.txt',
  ]);
}, 60_000);
