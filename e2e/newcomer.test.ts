/** Does exactly what docs/recipes/test-with-the-fixtures.md says, in an empty folder, with the machine's own Node. */
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findChromium } from './browsers.ts';

const run = promisify(execFile);
const HOME = fileURLToPath(new URL('..', import.meta.url));
const RECIPE = join(HOME, 'docs', 'recipes', 'test-with-the-fixtures.md');

/** A file to save, named at the end of the paragraph before it, or a block of commands. */
const STEP = /(?:`([\w.]+)`:\n\n)?```(\w+)\n([\s\S]*?)```/g;

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'newcomer-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** The environment of a developer's shell: nothing of this repository or of the test runner is on its path. */
const shell = (): NodeJS.ProcessEnv => ({
  PATH: (process.env.PATH ?? '')
    .split(delimiter)
    .filter((each) => !each.includes('node_modules'))
    .join(delimiter),
  HOME: process.env.HOME,
  TMPDIR: process.env.TMPDIR,
  CHROMIUM: findChromium(),
  SERVICE_HOME: HOME,
  npm_config_prefer_offline: 'true',
  npm_config_audit: 'false',
  npm_config_fund: 'false',
});

test('the recipe of the fixtures ends with a passing test of a checkout', async () => {
  const recipe = await readFile(RECIPE, 'utf8');
  const printed: string[] = [];
  for (const [, file, language, text = ''] of recipe.matchAll(STEP)) {
    if (file) {
      await writeFile(join(folder, file), text);
    } else {
      expect(language).toBe('sh');
      const commands = text.replace(/^export SERVICE_HOME=.*\n/, '');
      const { stdout } = await run('sh', ['-e', '-c', commands], { cwd: folder, env: shell() }).catch((error) => {
        throw new Error(`${commands}\n${error.stdout}\n${error.stderr}`);
      });
      printed.push(stdout);
    }
  }
  expect(printed.at(-1)).toMatch(/\b1 passed\b/);
}, 300_000);
