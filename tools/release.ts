/**
 * `npm run release [-- folder]`: makes what a release publishes, in `dist/` unless a folder is given: a tarball of the
 * committed files with those for browsers built, its SHA-256, and notes from the section of this version in CHANGELOG.
 * It refuses a working copy with changes, because the same tarball could not be made again.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { ROOT } from './repository.ts';

/** Folders with built files, which Git does not have. */
const BUILT = ['sdk/dist', 'hosted-fields/dist'];

/**
 * Returns the notes of a version: the lines of its section. Throws where the change log has no such section, or an
 * empty one.
 */
export const notesOf = (changelog: string, version: string): string => {
  const sections = changelog.split(/^## /m).slice(1);
  const section = sections.find((each) => each.startsWith(`[${version}]`));
  const notes = section?.slice(section.indexOf('\n')).trim();
  if (!notes)
    throw new Error(`CHANGELOG.md has no section [${version}]: name the section Unreleased so, with its date.`);
  return notes;
};

/**
 * Writes the tarball of a version, its checksum and its notes. Returns their paths. The tarball is the same for one
 * commit each time: files have its time and no owner.
 *
 * @param from the repository, whose built files are up to date
 */
export const release = (from: string, into: string, version: string): readonly string[] => {
  const notes = notesOf(readFileSync(join(from, 'CHANGELOG.md'), 'utf8'), version);
  const git = (...args: string[]) => execFileSync('git', args, { cwd: from, encoding: 'utf8' }).trim();
  const name = `billing-${version}`;
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
    writeFileSync(page, `# ${version}\n\n${notes}\n`);
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
