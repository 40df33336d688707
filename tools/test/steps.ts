import { type SpawnOptions, spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../repository.ts';
import { NOTHING, playwrightTally, type Tally, type VitestReport, vitestTally } from './tally.ts';

const RESULTS = join(ROOT, 'test-results');
const BIN = join(ROOT, 'node_modules', '.bin');

/** Runs a program with our own output; resolves with its exit code. */
export const run = (program: string, args: readonly string[], options: SpawnOptions = {}): Promise<number> =>
  new Promise((resolve) => {
    const child = spawn(program, args, { cwd: ROOT, stdio: ['ignore', 'inherit', 'inherit'], ...options });
    child.once('error', (error) => {
      console.error(`${program} could not be started: ${error.message}`);
      resolve(127);
    });
    child.once('exit', (code) => resolve(code ?? 1));
  });

/** A check that only succeeds or fails counts as one test. */
export const check = async (name: string, program: string, ...args: string[]): Promise<Tally> =>
  (await run(program === 'node' ? process.execPath : join(BIN, program), args)) === 0
    ? { ...NOTHING, passed: 1 }
    : { ...NOTHING, failures: [name] };

/** All `*.test.ts`. */
export const unitTests = async (env: NodeJS.ProcessEnv, args: readonly string[] = []): Promise<Tally> => {
  const report = emptyReport('vitest.json');
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const code = await run(join(BIN, 'vitest'), ['run', ...reporters, ...args], { env });
  return reported('the unit tests', code, report, (json: VitestReport) => vitestTally(json, ROOT));
};

/** All browser suites, or those that `args` select. */
export const browserTests = async (env: NodeJS.ProcessEnv, chosen: readonly string[] = []): Promise<Tally> => {
  const report = emptyReport('playwright.json');
  const args = ['test', '--config=e2e/playwright.config.ts', '--reporter=list,json', ...chosen];
  const code = await run(join(BIN, 'playwright'), args, { env: { ...env, PLAYWRIGHT_JSON_OUTPUT_FILE: report } });
  return reported('the browser tests', code, report, playwrightTally);
};

const emptyReport = (name: string): string => {
  mkdirSync(RESULTS, { recursive: true });
  const path = join(RESULTS, name);
  rmSync(path, { force: true });
  return path;
};

/** A run that failed without a failed test, or without a report, counts as a failure. */
const reported = <Report>(name: string, code: number, path: string, read: (json: Report) => Tally): Tally => {
  if (!existsSync(path)) return { ...NOTHING, failures: [`${name} ended with code ${code} and left no report`] };
  const tally = read(JSON.parse(readFileSync(path, 'utf8')));
  if (code === 0 || tally.failures.length > 0) return tally;
  return { ...tally, failures: [`${name} ended with code ${code} although no test failed`] };
};
