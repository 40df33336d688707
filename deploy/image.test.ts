/** The files of the image are all that the service needs: its last stage, in a plain folder. */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { startProgram } from '../token-service/test/process.ts';
import { ROOT } from '../tools/repository.ts';
import { readDockerfile } from './dockerfile.ts';

test('the files of the image start, answer, and pass its health check', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'image-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const last = readDockerfile().stages.at(-1);
  const isLibrary = (path: string) => /(^|\/)node_modules(\/|$)/.test(path.slice(ROOT.length));
  for (const { from, sources, target } of last?.copies ?? []) {
    // Programs of the system, and what the stage of libraries installs.
    if (from !== 'build' || target.startsWith('/')) continue;
    for (const source of sources) {
      const path = source.replace('/opt/billing/', '');
      cpSync(join(ROOT, path), join(folder, path), { recursive: true, filter: (each) => !isLibrary(each) });
    }
  }
  const libraries = join(folder, 'node_modules');
  mkdirSync(join(libraries, '@service'), { recursive: true });
  for (const name of readdirSync(join(ROOT, 'node_modules'))) {
    if (name !== '@service') symlinkSync(join(ROOT, 'node_modules', name), join(libraries, name));
  }
  // Workspaces are those of the image, as npm links them.
  for (const name of ['billing', 'sdk']) symlinkSync(join(folder, name), join(libraries, '@service', name));
  const [, program = ''] = last?.command ?? [];
  const env = { ...last?.env, HOST: '127.0.0.1', DATA_DIR: ':memory:', PORT: '', BROWSER_PORT: '', WORKER_PORT: '' };
  const { PORT: _, BROWSER_PORT: __, ...fixed } = env;
  const { urls, stop } = await startProgram(join(folder, program), ['PORT', 'BROWSER_PORT'], { env: fixed });
  onTestFinished(stop);
  const [api = '', browser = ''] = urls;
  expect((await fetch(`${browser}/v1/service.js`)).status).toBe(200);
  expect((await fetch(`${browser}/js/v1/field.html`)).status).toBe(200);
  expect((await fetch(`${api}/docs`)).status).toBe(200);

  const check = (port: string | undefined) =>
    spawnSync(process.execPath, ['deploy/image/live.ts'], {
      cwd: folder,
      env: { ...process.env, ...fixed, PORT: port },
    });
  expect(check(new URL(api).port).status).toBe(0);
  expect(check('1').status).toBe(1);
});
