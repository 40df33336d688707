/**
 * `npm run release [-- folder]`: makes what a release publishes, in `dist/` unless a folder is given: a tarball of the
 * committed files with those for browsers built, its SHA-256, and notes from the section of this version in CHANGELOG.
 * A release with changes that CHANGELOG still lists as unreleased is a preview: its name has the commit, and its notes
 * are those changes. The command refuses a working copy with changes, because the same tarball could not be made again.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { ROOT } from './repository.ts';

/** The section of the change log for what is not released yet. */
const UNRELEASED = 'Unreleased';

/** Folders with built files, which Git does not have. */
const BUILT = ['sdk/dist', 'hosted-fields/dist'];

/**
 * Returns the notes of a version: the lines of its section. Throws where the change log has no such section, or an
 * empty one.
 */
export const notesOf = (changelog: string, version: string): string => {
  const notes = sectionOf(changelog, version);
  if (!notes)
    throw new Error(`CHANGELOG.md has no section [${version}]: name the section ${UNRELEASED} so, with its date.`);
  return notes;
};

/** Returns the lines of a section; empty if there is none. */
const sectionOf = (changelog: string, name: string): string => {
  const section = changelog.split(/^## /m).find((each) => each.startsWith(`[${name}]`)) ?? '';
  return section.slice(section.indexOf('\n')).trim();
};

/**
 * Writes the tarball of a version, its checksum and its notes. Returns their paths. The tarball is the same for one
 * commit each time: files have its time and no owner. With changes after the version, the names have the commit, as
 * `0.1.0+7b06c7f9`, because what they hold is not that version.
 *
 * @param from the repository, whose built files are up to date
 */
export const release = (from: string, into: string, version: string): readonly string[] => {
  const changelog = readFileSync(join(from, 'CHANGELOG.md'), 'utf8');
  const git = (...args: string[]) => execFileSync('git', args, { cwd: from, encoding: 'utf8' }).trim();
  const unreleased = sectionOf(changelog, UNRELEASED);
  const notes = unreleased || notesOf(changelog, version);
  const full = unreleased ? `${version}+${git('rev-parse', '--short=8', 'HEAD')}` : version;
  const name = `billing-${full}`;
  const folder = mkdtempSync(join(tmpdir(), 'release-'));
  try {
    mkdirSync(join(folder, name));
    execFileSync('tar', ['--extract', '--directory', join(folder, name)], {
      input: execFileSync('git', ['archive', 'HEAD'], { cwd: from, maxBuffer: 2 ** 30 }),
    });
    for (const built of BUILT) cpSync(join(from, built), join(folder, name, built), { recursive: true });
    mkdirSync(into, { recursive: true });
    const tarball = join(into, `${name}.tar.gz`);
    const options = [
      '--sort=name',
      '--owner=0',
      '--group=0',
      '--numeric-owner',
      `--mtime=@${git('log', '-1', '--format=%ct')}`,
    ];
    const tar = execFileSync('tar', ['--create', ...options, '--directory', folder, name], { maxBuffer: 2 ** 30 });
    writeFileSync(tarball, execFileSync('gzip', ['--no-name', '-9'], { input: tar, maxBuffer: 2 ** 30 }));
    const sum = createHash('sha256').update(readFileSync(tarball)).digest('hex');
    const [checksum, page] = [`${tarball}.sha256`, join(into, `${name}.md`)];
    writeFileSync(checksum, `${sum}  ${name}.tar.gz\n`);
    writeFileSync(page, `# ${full}\n\n${notes}\n`);
    return [tarball, checksum, page];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

const main = (): number => {
  const changes = execFileSync('git', ['status', '--porcelain'], { cwd: ROOT, encoding: 'utf8' });
  if (changes !== '') {
    console.error(`These changes are not committed:\n${changes}Commit or remove them first.`);
    return 1;
  }
  const built = spawnSync(process.execPath, ['tools/build.ts', '--if-stale'], { cwd: ROOT, stdio: 'inherit' });
  if (built.status !== 0) return 1;
  const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string };
  try {
    const made = release(ROOT, resolve(process.argv[2] ?? join(ROOT, 'dist')), version);
    console.log(made.join('\n'));
    return 0;
  } catch (error) {
    console.error((error as Error).message);
    return 1;
  }
};

if (import.meta.main) process.exitCode = main();
