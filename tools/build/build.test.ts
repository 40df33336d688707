import { spawnSync } from 'node:child_process';
import { cpSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { writeManifest } from './manifest.ts';
import { digestSources } from './stamp.ts';
import { weigh } from './weigh.ts';

let root: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'build-'));
  await mkdir(join(root, 'sdk/src/frames'), { recursive: true });
  await writeFile(join(root, 'sdk/src/frames/a.ts'), 'a');
});
afterEach(() => rm(root, { recursive: true }));

describe('a build is stale', () => {
  const changes = async (file: string, text: string) => {
    const before = await digestSources(root);
    await writeFile(join(root, file), text);
    return before !== (await digestSources(root));
  };

  test('if a source was changed, added or renamed', async () => {
    expect(await changes('sdk/src/frames/a.ts', 'b')).toBe(true);
    expect(await changes('sdk/src/b.ts', '')).toBe(true);
    expect(await changes('package-lock.json', '{}')).toBe(true);
  });

  test('but not if a test changed, or a source was written without a change', async () => {
    expect(await changes('sdk/src/frames/a.test.ts', 'b')).toBe(false);
    expect(await changes('sdk/src/frames/a.ts', 'a')).toBe(false);
  });
});

describe('without the bundlers', () => {
  const build = (...options: string[]) => {
    cpSync(join(import.meta.dirname, '..'), join(root, 'tools'), { recursive: true });
    const { status, stdout } = spawnSync(process.execPath, [join(root, 'tools/build.ts'), ...options]);
    return { status, said: String(stdout) };
  };
  const bring = async (file: string) => {
    await mkdir(join(root, file, '..'), { recursive: true });
    await writeFile(join(root, file), 'built');
  };

  test('an installation continues, with the files that the package contains', async () => {
    await bring('sdk/dist/service.js');
    await bring('hosted-fields/dist/field.html');
    expect(build('--if-possible')).toEqual({
      status: 0,
      said: expect.stringMatching(/files for browsers are kept\.\n$/),
    });
    expect(await readFile(join(root, 'sdk/dist/service.js'), 'utf8')).toBe('built');
  });

  test('without such files, an installation says what to do', async () => {
    await bring('sdk/dist/service.js');
    expect(build('--if-possible')).toEqual({ status: 0, said: expect.stringMatching(/missing: run `npm ci`/) });
  });

  test('an explicit build fails', () => {
    expect(build()).toMatchObject({ status: 1 });
  });
});

test('a file above its limit fails the build, which names the excess', () => {
  expect(weigh('service.js', 'x', 100)).toMatch(/^service\.js: \d+ bytes with brotli, 100 allowed$/);
  expect(() => weigh('service.js', 'x', 1)).toThrow('1 allowed. Find out what was added');
});

test('the manifest has the integrity hash of each file', async () => {
  await writeFile(join(root, 'service.js'), "alert('Hello, world.');");
  await writeManifest(root, { version: '1.2.3', frame: 'digest' }, ['service.js']);
  const integrity = 'sha384-H8BRh8j48O9oYatfu5AZzq6A9RINhZO5H16dQZngK7T62em8MUt1FLm52t+eX6xO';
  expect(JSON.parse(await readFile(join(root, 'manifest.json'), 'utf8'))).toEqual({
    version: '1.2.3',
    frame: 'digest',
    files: { 'service.js': { integrity, brotli: expect.any(Number), versioned: 'service-1.2.3.js' } },
  });
});
