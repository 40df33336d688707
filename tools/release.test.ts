import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { notesOf, release } from './release.ts';
import { readSource } from './repository.ts';

const LOG =
  '# Changelog\n\n## [Unreleased]\n\n## [0.2.0] - 2026-11-26\n\n### Added\n\n- one\n\n## [0.1.0]\n\n- first\n';

test('the notes are the section of the version', () => {
  expect(notesOf(LOG, '0.2.0')).toBe('### Added\n\n- one');
  expect(notesOf(LOG, '0.1.0')).toBe('- first');
  expect(() => notesOf(LOG, '0.2')).toThrow(/^CHANGELOG\.md has no section \[0\.2\]/);
  expect(() => notesOf('## [0.3.0]\n\n## [0.2.0]\n\n- one\n', '0.3.0')).toThrow(/no section/);
});

test('the change log has notes of the version that package.json names', () => {
  const { version } = JSON.parse(readSource('package.json').text) as { version: string };
  expect(notesOf(readSource('CHANGELOG.md').text, version).length).toBeGreaterThan(100);
});

/** Makes a repository with this change log, its files committed and built. Returns its folder. */
const aRepository = (folder: string, changelog: string): string => {
  const repository = join(folder, 'repository');
  const write = (path: string, text: string): void => {
    mkdirSync(join(repository, path, '..'), { recursive: true });
    writeFileSync(join(repository, path), text);
  };
  write('CHANGELOG.md', changelog);
  write('.gitignore', 'dist/\n.env\n');
  write('.env', 'SECRETS_KEY=x');
  write('sdk/dist/service.js', 'built');
  write('hosted-fields/dist/field.html', 'built');
  const git = (...args: string[]) => execFileSync('git', args, { cwd: repository });
  git('init', '--quiet');
  git('add', '.');
  git('-c', 'user.name=a', '-c', 'user.email=a@example.com', 'commit', '--quiet', '--message=one');
  return repository;
};

test('the tarball has the committed and the built files, the same each time, with its checksum', () => {
  const folder = mkdtempSync(join(tmpdir(), 'release-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const repository = aRepository(folder, LOG);
  const [tarball = '', checksum = '', notes = ''] = release(repository, join(folder, 'one'), '0.2.0');
  const listed = execFileSync('tar', ['--list', '--file', tarball], { encoding: 'utf8' }).split('\n');
  expect(listed.filter((path) => path && !path.endsWith('/')).sort()).toEqual([
    'billing-0.2.0/.gitignore',
    'billing-0.2.0/CHANGELOG.md',
    'billing-0.2.0/hosted-fields/dist/field.html',
    'billing-0.2.0/sdk/dist/service.js',
  ]);
  execFileSync('sha256sum', ['--check', '--status', basename(checksum)], { cwd: join(folder, 'one') });
  expect(readFileSync(notes, 'utf8')).toBe('# 0.2.0\n\n### Added\n\n- one\n');
  const [again = ''] = release(repository, join(folder, 'two'), '0.2.0');
  expect(readFileSync(again).equals(readFileSync(tarball))).toBe(true);
});

test('what has changes after the version is named by its commit, and its notes are those changes', () => {
  const folder = mkdtempSync(join(tmpdir(), 'release-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const repository = aRepository(folder, LOG.replace('[Unreleased]\n', '[Unreleased]\n\n- next\n'));
  const commit = execFileSync('git', ['rev-parse', '--short=8', 'HEAD'], { cwd: repository, encoding: 'utf8' }).trim();
  const made = release(repository, join(folder, 'preview'), '0.2.0');
  const name = `billing-0.2.0+${commit}`;
  expect(made.map((path) => basename(path))).toEqual([`${name}.tar.gz`, `${name}.tar.gz.sha256`, `${name}.md`]);
  expect(readFileSync(made[2] ?? '', 'utf8')).toBe(`# 0.2.0+${commit}\n\n- next\n`);
});
