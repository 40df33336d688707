import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const run = promisify(execFile);
const LOG = new URL('log.ts', import.meta.url);

test.each([
  ['is asked to', 'process.exit(0)', ''],
  ['has nothing more to do', '', ''],
  ['fails', "throw new Error('of the test')", 'of the test'],
])('what was logged is written when the process ends because it %s', async (_, end, trouble) => {
  const source = `import { standardOutput } from '${LOG}'; standardOutput().write('a line\\n'); setImmediate(() => { ${end} });`;
  const { stdout, stderr } = await run(process.execPath, ['--input-type=module', '--eval', source]).catch((e) => e);
  expect(stdout).toBe('a line\n');
  expect(stderr).toContain(trouble);
});

test('what was logged is written soon while the process runs', async () => {
  const source = `import { standardOutput } from '${LOG}'; standardOutput().write('a line\\n'); process.stdin.resume();`;
  const running = run(process.execPath, ['--input-type=module', '--eval', source]);
  const line = await new Promise((resolve) => running.child.stdout?.once('data', resolve));
  expect(String(line)).toBe('a line\n');
  running.child.stdin?.end();
  await running;
});
