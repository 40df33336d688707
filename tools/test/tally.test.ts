import { describe, expect, test } from 'vitest';
import { NOTHING, type PlaywrightReport, playwrightTally, sum, vitestTally } from './tally.ts';

describe('a Vitest report', () => {
  const file = (status: string, ...tests: [string, string][]) => ({
    name: '/project/billing/money.test.ts',
    status,
    assertionResults: tests.map(([fullName, outcome]) => ({ fullName, status: outcome })),
  });
  const tally = (...testResults: ReturnType<typeof file>[]) => vitestTally({ testResults }, '/project/');

  test('is read test by test', () => {
    expect(
      tally(file('failed', ['adds', 'passed'], ['splits', 'failed'], ['rounds', 'skipped'], ['later', 'todo'])),
    ).toEqual({
      passed: 1,
      failures: ['billing/money.test.ts › splits'],
      skipped: ['billing/money.test.ts › rounds', 'billing/money.test.ts › later'],
    });
  });

  test('says in one line why a test failed', () => {
    const failed = {
      ...file('failed'),
      assertionResults: [
        {
          fullName: 'stops',
          status: 'failed',
          failureMessages: ['Error: \u001b[31mTest timed out\u001b[39m\n at stop.ts'],
        },
      ],
    };
    expect(tally(failed).failures).toEqual(['billing/money.test.ts › stops: Error: Test timed out']);
  });

  test('counts a file that did not load', () => {
    expect(tally(file('failed'), file('passed', ['adds', 'passed']))).toEqual({
      passed: 1,
      failures: ['billing/money.test.ts did not load'],
      skipped: [],
    });
  });
});

describe('a Playwright report', () => {
  type Test = PlaywrightReport['suites'][number]['specs'][number]['tests'][number];
  const spec = (title: string, ...tests: Test[]) => ({ title, file: 'card.spec.ts', tests });
  const outcome = (status: Test['status'], reason?: string): Test => ({
    projectName: 'firefox',
    status,
    annotations: reason ? [{ type: 'skip', description: reason }] : [],
  });

  test('is read through nested suites', () => {
    const inner = { title: 'declined', specs: [spec('is explained', outcome('unexpected'))] };
    const outer = { title: 'card.spec.ts', suites: [inner], specs: [spec('is stored', outcome('expected'))] };
    expect(playwrightTally({ suites: [outer], errors: [] })).toEqual({
      passed: 1,
      failures: ['card.spec.ts › is explained [firefox]'],
      skipped: [],
    });
  });

  test('says in one line why a test failed', () => {
    const results = [{ error: { message: 'Error: no frame\nCall log' } }];
    const suite = { title: '', specs: [spec('is stored', { ...outcome('unexpected'), results })] };
    expect(playwrightTally({ suites: [suite], errors: [] }).failures).toEqual([
      'card.spec.ts › is stored [firefox]: Error: no frame',
    ]);
  });

  test('includes the reason of a skipped test', () => {
    const suite = { title: '', specs: [spec('tabs', outcome('skipped', 'No Firefox is installed.'))] };
    expect(playwrightTally({ suites: [suite], errors: [] }).skipped).toEqual([
      'card.spec.ts › tabs [firefox]: No Firefox is installed.',
    ]);
  });

  test('counts a test that needed two attempts, and an error outside any test, as failures', () => {
    const suite = { title: '', specs: [spec('is lucky', outcome('flaky'))] };
    expect(playwrightTally({ suites: [suite], errors: [{ message: 'No tests found\nat …' }] })).toEqual({
      passed: 0,
      failures: ['card.spec.ts › is lucky [firefox]', 'No tests found'],
      skipped: [],
    });
  });
});

test('tallies are added', () => {
  const some = { passed: 2, failures: ['a'], skipped: ['b'] };
  expect(sum([NOTHING, some, some])).toEqual({ passed: 4, failures: ['a', 'a'], skipped: ['b', 'b'] });
});
