import { spawnSync } from 'node:child_process';
import { cpSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
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

  test('when a source changed, came, or was renamed', async () => {
    expect(await changes('sdk/src/frames/a.ts', 'b')).toBe(true);
    expect(await changes('sdk/src/b.ts', '')).toBe(true);
    expect(await changes('package-lock.json', '{}')).toBe(true);
  });

  test('not when a test changed, or a source was only written again', async () => {
    expect(await changes('sdk/src/frames/a.test.ts', 'b')).toBe(false);
    expect(await changes('sdk/src/frames/a.ts', 'a')).toBe(false);
  });
});

describe('where the bundlers are not installed', () => {
  const build = (...options: string[]) => {
    cpSync(join(import.meta.dirname, '..'), join(root, 'tools'), { recursive: true });
    const { status, stdout } = spawnSync(process.execPath, [join(root, 'tools/build.ts'), ...options]);
    return { status, said: String(stdout) };
  };
  const bring = async (file: string) => {
    await mkdir(join(root, file, '..'), { recursive: true });
    await writeFile(join(root, file), 'built');
  };

  test('an installation goes on, with the files that were brought along', async () => {
    await bring('sdk/dist/service.js');
    await bring('hosted-fields/dist/field.html');
    expect(build('--if-possible')).toEqual({ status: 0, said: expect.stringMatching(/stay as they are\.\n$/) });
    expect(await readFile(join(root, 'sdk/dist/service.js'), 'utf8')).toBe('built');
  });

  test('it says what to do when there are none', async () => {
    await bring('sdk/dist/service.js');
    expect(build('--if-possible')).toEqual({ status: 0, said: expect.stringMatching(/missing: run `npm ci`/) });
  });

  test('whoever asked for a build hears that there is none', () => {
    expect(build()).toMatchObject({ status: 1 });
  });
});

test('a file that outgrew its limit fails the build and says by how much', () => {
  const said = vi.spyOn(console, 'log').mockImplementation(() => {});
  weigh('service.js', 'x', 100);
  expect(said).toHaveBeenCalledWith(expect.stringMatching(/^service\.js: \d+ bytes with brotli, 100 allowed$/));
  expect(() => weigh('service.js', 'x', 1)).toThrow('1 allowed. Take something out');
  said.mockRestore();
});

test('the manifest says how to load each file with its content proven', async () => {
  const said = vi.spyOn(console, 'log').mockImplementation(() => {});
  await writeFile(join(root, 'service.js'), "alert('Hello, world.');");
  await writeManifest(root, { version: '1.2.3', frame: 'digest' }, ['service.js']);
  const integrity = 'sha384-H8BRh8j48O9oYatfu5AZzq6A9RINhZO5H16dQZngK7T62em8MUt1FLm52t+eX6xO';
  expect(JSON.parse(await readFile(join(root, 'manifest.json'), 'utf8'))).toEqual({
    version: '1.2.3',
    frame: 'digest',
    files: { 'service.js': { integrity, brotli: expect.any(Number), versioned: 'service-1.2.3.js' } },
  });
  expect(said).toHaveBeenCalledWith(`service-1.2.3.js: ${integrity}`);
  said.mockRestore();
});
