import { execFile, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestService, type TestService } from '../service.ts';

const run = promisify(execFile);

const PAGE = readFileSync(new URL('../../../docs/recipes/use-a-client-library.md', import.meta.url), 'utf8');
const blocks = [...PAGE.matchAll(/```(\w+)\n(.*?)```/gs)].map(([, language = '', code = '']) => ({ language, code }));
const blockOf = (language: string): string => blocks.find((block) => block.language === language)?.code ?? '';

const isInstalled = (program: string): boolean => spawnSync(program, ['--version']).status === 0;

/** The programs that run or check the code of each language, by the name that the page gives it. */
const PROGRAMS = { ruby: 'ruby', python: 'python3', php: 'php' } as const;

describe('the code of the recipe for client libraries', () => {
  let service: TestService;
  const folder = mkdtempSync(join(tmpdir(), 'client-code-'));
  beforeAll(async () => {
    service = await startTestService();
    await service.api('POST', '/v2/accounts', '<account><account_code>listed-by-code</account_code></account>');
  });
  afterAll(async () => {
    rmSync(folder, { recursive: true });
    await service?.close();
  });

  test('is in four languages', () => {
    expect(blocks.map(({ language }) => language)).toEqual(['js', 'ruby', 'python', 'php']);
  });

  test.for(['ruby', 'python'] as const)('lists the accounts of the site in %s', async (language, { skip }) => {
    const program = PROGRAMS[language];
    if (!isInstalled(program) && !process.env.CI) skip(`${program} is not installed`);
    const file = join(folder, `listing.${language}`);
    writeFileSync(file, blockOf(language));
    const settings = { API_URL: service.apiUrl, PRIVATE_KEY: 'demo-private-key' };
    const { stdout, stderr } = await run(program, [file], { env: { ...process.env, ...settings } });
    expect(stderr).toBe('');
    expect(stdout.split('\n')).toContain('listed-by-code');
  });

  test('refuses a key or a path in PHP that would change the request', async ({ skip }) => {
    if (!isInstalled(PROGRAMS.php) && !process.env.CI) skip('php is not installed');
    const file = join(folder, 'refusal.php');
    const [functions] = blockOf('php').split('\n[$status,', 1);
    const calls = ["'/v2/purchases', '', $argv[1]", "'/v2/accounts/' . $argv[1]"].map(
      (args) => `try { service('POST', ${args}); } catch (InvalidArgumentException $error) { echo 'refused '; }`,
    );
    writeFileSync(file, [functions, ...calls].join('\n'));
    expect((await run(PROGRAMS.php, [file, '1\r\nX-Other: 2'])).stdout).toBe('refused refused ');
  });

  test('is well-formed in PHP and Node', async () => {
    const php = join(folder, 'account.php');
    writeFileSync(php, blockOf('php'));
    if (isInstalled(PROGRAMS.php) || process.env.CI)
      expect((await run(PROGRAMS.php, ['-l', php])).stdout).toContain('No syntax errors');
    const js = join(folder, 'listing.cjs');
    writeFileSync(js, blockOf('js'));
    expect((await run(process.execPath, ['--check', js])).stderr).toBe('');
  });
});
