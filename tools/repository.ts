import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { SourceFile } from './imports.ts';

export const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** The value of `NODE_COMPILE_CACHE`: where Node keeps compiled code, with which a program starts in half the time. */
export const COMPILED = join(ROOT, 'node_modules', '.cache', 'node');

/** Paths of all files that are, or are about to be, part of the repository. */
export const filePaths = (): string[] =>
  execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { cwd: ROOT, encoding: 'utf8' })
    .split('\n')
    .filter((path) => path !== '' && existsSync(join(ROOT, path)));

export const readSource = (path: string): SourceFile => ({ path, text: readFileSync(join(ROOT, path), 'utf8') });

export interface PackageManifest {
  readonly dependencies?: Record<string, string>;
  readonly devDependencies?: Record<string, string>;
  readonly optionalDependencies?: Record<string, string>;
}

/** Names of the packages in a folder's package.json, of every kind of dependency. */
export const packagesIn = (folder: string): string[] => {
  const manifest: PackageManifest = JSON.parse(readFileSync(join(ROOT, folder, 'package.json'), 'utf8'));
  return [manifest.dependencies, manifest.devDependencies, manifest.optionalDependencies].flatMap((each) =>
    Object.keys(each ?? {}),
  );
};

/** The root and every workspace: the folders with a package.json. Some are in the folder of another. */
export const packageFolders = (): string[] =>
  filePaths()
    .filter((path) => /^([^/]+\/){0,2}package\.json$/.test(path))
    .map(dirname);

/**
 * Reads every package.json once, and returns a function that lists the packages that a file may import: those of its
 * own folder; tools may use those of every folder.
 */
export const readPackages = (): ((path: string) => readonly string[]) => {
  const folders = new Map(packageFolders().map((folder) => [folder, packagesIn(folder)]));
  const all = [...folders.values()].flat();
  return (path) => {
    const parts = path.split('/');
    if (parts[0] === 'tools') return all;
    const own = [parts.slice(0, 2), parts.slice(0, 1)].filter(({ length }) => length < parts.length);
    return own.map((each) => folders.get(each.join('/'))).find(Boolean) ?? folders.get('.') ?? [];
  };
};
