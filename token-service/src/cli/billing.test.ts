import { execFile, execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openSqlite } from '../adapters/storage/sqlite.ts';
import { command, type Json } from './command.ts';
import { AS_NPM, asBilling } from './command-spelling.ts';
import { completionTool } from './completion.ts';
import { PROGRAMS } from './programs.ts';
import { COMMAND_NAMES, loadTools } from './table.ts';
import { runTool } from './tool.ts';

const TOOLS = await loadTools();
// Node itself looks for --env-file in what follows a script, unless the script follows two dashes.
const BIN = fileURLToPath(new URL('billing.ts', import.meta.url));

const folder = mkdtempSync(join(tmpdir(), 'billing-'));
const settings = join(folder, 'billing.env');
beforeAll(() => writeFileSync(settings, `# Where the data is\nDATA_DIR=${folder}/data\n`));
afterAll(() => rmSync(folder, { recursive: true }));

interface Ended {
  readonly status: number;
  readonly out: string;
  readonly err: string;
}

const billing = (...args: string[]): Promise<Ended> =>
  new Promise((resolve) => {
    const { DATA_DIR: _, ...env } = process.env;
    execFile(process.execPath, ['--', BIN, ...args], { env }, (error, out, err) =>
      resolve({ status: error ? Number(error.code) : 0, out, err }),
    );
  });

/** Runs a command whose output is closed before it writes, as `| head -0` does. */
const billingUnread = (...args: string[]): Promise<Pick<Ended, 'status' | 'err'>> =>
  new Promise((resolve) => {
    const child = spawn(process.execPath, ['--', BIN, ...args], {
      env: process.env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    child.stdout.destroy();
    let err = '';
    child.stderr.setEncoding('utf8').on('data', (part) => {
      err += part;
    });
    child.on('close', (status) => resolve({ status: Number(status), err }));
  });

describe('billing', () => {
  test.each([
    ['its help', ['--help']],
    ['an answer', ['site', 'list', '--json', '--env-file', settings]],
    ['the help of a command', ['report', '--help']],
  ])('ends without an error when the reader of %s has read enough', async (_what, args) => {
    await billing('site', 'create', 'unread', '--env-file', settings);
    expect(await billingUnread(...args)).toEqual({ status: 0, err: '' });
  });

  test('runs the commands of the table, with the settings of a file, and says who did it', async () => {
    const created = await billing('site', 'create', 'acme', '--json', '--env-file', settings);
    expect(created).toMatchObject({ status: 0, err: '' });
    expect(JSON.parse(created.out)).toEqual({
      subdomain: 'acme',
      mode: 'sandbox',
      private_key: expect.stringMatching(/^\w{32}$/),
      public_key: expect.any(String),
    });
    const options = ['--name', 'Reports', '--as', 'Ada'];
    const added = await billing('--env-file', settings, 'key', 'create', 'acme', ...options);
    expect(added).toMatchObject({ status: 0, err: '' });
    const engine = openSqlite(join(folder, 'data', 'billing.sqlite'));
    const actors = await engine.all('SELECT DISTINCT actor FROM audit_log ORDER BY actor');
    await engine.close();
    expect(actors.map(({ actor }) => actor).toSorted()).toEqual(
      [`command line:Ada (${userInfo().username})`, `command line:${userInfo().username}`].toSorted(),
    );
  });

  test('shows due work where the command line names no command, so that a job that forgets one does not pass', async () => {
    const file = join(folder, 'due.env');
    writeFileSync(file, `DATA_DIR=${folder}/due\n`);
    await billing('site', 'create', 'acme', '--env-file', file);
    const answer = { status: 0, out: 'No due work of any site has failed or is late.\n', err: '' };
    expect(await billing('due', '--env-file', file)).toEqual(answer);
    expect(await billing('due', 'list', '--env-file', file)).toEqual(answer);
    expect(await billing('due', 'acme')).toMatchObject({
      status: 2,
      err: expect.stringContaining('no command “acme”'),
    });
    expect((await billing('due', '--help')).out).toContain('This is the default command.');
  });

  test('lists what it can do, and explains each command as it is typed', async () => {
    const { out } = await billing();
    for (const name of COMMAND_NAMES) expect(out).toMatch(new RegExp(`^  ${name} `, 'm'));
    const help = await billing('gateway', 'add', '--help');
    expect(help.out).toContain('  billing gateway add <subdomain> <code> --adapter <name>');
    expect(help.out).not.toContain('npm run');
  });

  test.each([
    [['sell'], 2, /^There is no command “sell”\. Commands: site, .*\n$/],
    [['site', 'show', 'acme', '--env-file', '/no/such/file'], 1, /^The environment file .*ENOENT.*\n$/],
    [['site', 'show', 'acme', '--as', ''], 2, /^--as takes a name/],
    [['serve', '--env-file'], 2, /^--env-file needs a file\.\n$/],
  ])('%j is refused in a line that says what to do', async (args, status, words) => {
    expect(await billing(...args)).toEqual({ status, out: '', err: expect.stringMatching(words) });
  });

  test('serves with the settings of a file until it is stopped', async () => {
    const file = join(folder, 'serve.env');
    writeFileSync(file, 'DATA_DIR=:memory:\nPORT=0\nBROWSER_PORT=0\nCONSOLE_PORT=0\n');
    const { PORT: _, BROWSER_PORT: __, DATA_DIR: ___, ...env } = process.env;
    const child = spawn(process.execPath, ['--', BIN, 'serve', '--env-file', file], { env });
    let log = '';
    const ready = new Promise<void>((resolve, reject) => {
      child.stdout.on('data', (part) => {
        log += part;
        if (log.includes('the service is ready')) resolve();
      });
      child.once('exit', () => reject(new Error(log)));
    });
    await ready;
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGTERM');
    expect(await ended).toBe(0);
  });
});

describe('what names commands', () => {
  const spelling = asBilling(['site', 'due', 'gateway-simulator']);

  test.each([
    ['Create one: npm run site -- create <subdomain>', 'Create one: billing site create <subdomain>'],
    ['due work failed: npm run due -- list', 'due work failed: billing due list'],
    ['Add it again with npm run site, then retry.', 'Add it again with billing site, then retry.'],
    ['npm run gateway-simulator', 'billing gateway-simulator'],
    ['npm start, npm run build and npm run site-map', 'npm start, npm run build and npm run site-map'],
  ])('%s', (text, typed) => {
    expect(spelling.text(text)).toBe(typed);
    expect(AS_NPM.text(text)).toBe(text);
  });
});

test('--json prints the members that the table names, in their order', async () => {
  const row: { [name: string]: Json } = { b: 1, a: [2], more: 3 };
  const counts = command({
    ...{ takes: [], does: '', example: '', database: 'unused', members: ['a', 'b'] },
    run: async () => ({ text: 'one', json: row as { a: Json; b: Json } }),
  });
  const run = (...args: string[]) =>
    runTool({ name: 'count', does: '', commands: { now: counts } }, ['now', ...args], { DATA_DIR: ':memory:' });
  expect(await run('--json')).toEqual({ status: 0, text: JSON.stringify({ a: [2], b: 1 }, null, 2) });
  expect(await run()).toEqual({ status: 0, text: 'one' });
});

test('every row of the table says what it does and what it prints', () => {
  for (const { name: tool, does, commands } of TOOLS) {
    expect(does, tool).toMatch(/^[A-Z].*\.$/);
    for (const [name, row] of Object.entries(commands)) {
      expect(row.does, `${tool} ${name}`).toMatch(/^[A-Z].*\.$/);
      expect(row.members.length, `${tool} ${name}`).toBeGreaterThan(0);
      expect(row.example === '' && row.takes.some((word) => !word.endsWith('?')), `${tool} ${name}`).toBe(false);
      for (const [option, { help }] of Object.entries(row.options ?? {})) {
        expect(help, `${tool} ${name} --${option}`).toMatch(/^[A-Za-z0-9].*\.$/);
      }
    }
  }
});

describe('completion', () => {
  const script = async (shell: string): Promise<string> => {
    const tool = completionTool(async () => ({ tools: TOOLS, programs: PROGRAMS }));
    return (await runTool(tool, [shell], { DATA_DIR: ':memory:' })).text;
  };

  test('in bash completes commands, their commands and options', async () => {
    const file = join(folder, 'billing.bash');
    writeFileSync(file, await script('bash'));
    const completed = (...words: string[]): string[] =>
      execFileSync(
        'bash',
        [
          '-c',
          `source "$0"; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _billing; echo "\${COMPREPLY[@]}"`,
          file,
          ...words,
        ],
        { encoding: 'utf8' },
      )
        .trim()
        .split(' ');
    expect(completed('billing', '')).toEqual([...COMMAND_NAMES, '--help']);
    expect(completed('billing', 'di')).toEqual(['dispute']);
    expect(completed('billing', 'key', 're')).toEqual(['regenerate', 'revoke']);
    expect(completed('billing', 'key', 'create', '--n')).toEqual(['--name']);
    expect(completed('billing', 'reconcile', 'a')).toEqual(['adopt']);
    expect(completed('billing', 'reconcile', 'acme', '--si')).toEqual(['--since']);
    expect(completed('billing', 'reconcile', 'adopt', '--cr')).toEqual(['--credit']);
    expect(completed('billing', 'explain', '--j')).toEqual(['--json']);
  });

  test.each(['zsh', 'fish'])('in %s names every command and option', async (shell) => {
    const text = await script(shell);
    for (const { name, commands } of TOOLS) {
      expect(text).toContain(name);
      for (const [of, { options = {} }] of Object.entries(commands)) {
        expect(text).toContain(of);
        for (const option of Object.keys(options))
          expect(text).toContain(shell === 'zsh' ? `--${option}` : `-l ${option}`);
      }
    }
  });

  test('of another shell is refused with those that there are', async () => {
    expect(await script('powershell')).toMatch(/^Shells: bash, zsh, fish\./);
  });
});
