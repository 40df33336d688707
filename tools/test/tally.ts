import { stripVTControlCharacters } from 'node:util';

/** The results of a part of the test run. */
export interface Tally {
  readonly passed: number;
  /** One line for each failure. */
  readonly failures: readonly string[];
  /** One line for each test that did not run, with the reason if it has one. */
  readonly skipped: readonly string[];
}

export const NOTHING: Tally = { passed: 0, failures: [], skipped: [] };

export const sum = (tallies: readonly Tally[]): Tally => ({
  passed: tallies.reduce((total, { passed }) => total + passed, 0),
  failures: tallies.flatMap(({ failures }) => failures),
  skipped: tallies.flatMap(({ skipped }) => skipped),
});

/** The first line of the reason is enough to tell a slow machine from a wrong answer when the output is cut. */
const withReason = (name: string, message: string | undefined): string => {
  const reason = stripVTControlCharacters(message ?? '').split('\n')[0];
  return reason ? `${name}: ${reason}` : name;
};

/** The parts of Vitest's JSON report that are read here. */
export interface VitestReport {
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly message?: string;
    readonly assertionResults: readonly {
      readonly fullName: string;
      readonly status: string;
      readonly failureMessages?: readonly string[];
    }[];
  }[];
}

/** Reads the JSON report of a Vitest run. A file that did not load counts as one failure. */
export const vitestTally = ({ testResults }: VitestReport, root: string): Tally =>
  sum(
    testResults.map(({ name, status, assertionResults }) => {
      const file = name.replace(root, '');
      const named = (wanted: readonly string[]) =>
        assertionResults
          .filter((each) => wanted.includes(each.status))
          .map(({ fullName, failureMessages }) => withReason(`${file} › ${fullName.trim()}`, failureMessages?.[0]));
      const failures = named(['failed']);
      return {
        passed: named(['passed']).length,
        failures: status === 'failed' && failures.length === 0 ? [`${file} did not load`] : failures,
        skipped: named(['skipped', 'pending', 'todo', 'disabled']),
      };
    }),
  );

interface PlaywrightSuite {
  readonly title: string;
  readonly suites?: readonly PlaywrightSuite[];
  readonly specs: readonly {
    readonly title: string;
    readonly file: string;
    readonly tests: readonly {
      readonly projectName: string;
      readonly results?: readonly { readonly error?: { readonly message?: string } }[];
      /** `expected` passed, `unexpected` failed, `flaky` passed in a later attempt only. */
      readonly status: 'expected' | 'unexpected' | 'flaky' | 'skipped';
      readonly annotations: readonly { readonly type: string; readonly description?: string }[];
    }[];
  }[];
}

/** The parts of Playwright's JSON report that are read here. */
export interface PlaywrightReport {
  readonly suites: readonly PlaywrightSuite[];
  readonly errors: readonly { readonly message?: string }[];
}

/** Reads the JSON report of a Playwright run. A test that passed in a later attempt only is a failure: it has a bug. */
export const playwrightTally = ({ suites, errors }: PlaywrightReport): Tally => {
  const tests = allSuites(suites).flatMap(({ specs }) =>
    specs.flatMap(({ title, file, tests }) =>
      tests.map((test) => ({
        ...test,
        name: `${file} › ${title} [${test.projectName}]`,
        reason: test.annotations.find(({ type }) => type === 'skip')?.description,
      })),
    ),
  );
  return {
    passed: tests.filter(({ status }) => status === 'expected').length,
    failures: [
      ...tests
        .filter(({ status }) => status === 'unexpected' || status === 'flaky')
        .map(({ name, results }) => withReason(name, results?.find(({ error }) => error)?.error?.message)),
      ...errors.map(({ message = 'an error outside any test' }) => message.split('\n')[0] ?? ''),
    ],
    skipped: tests
      .filter(({ status }) => status === 'skipped')
      .map(({ name, reason }) => (reason ? `${name}: ${reason}` : name)),
  };
};

const allSuites = (suites: readonly PlaywrightSuite[]): PlaywrightSuite[] =>
  suites.flatMap((suite) => [suite, ...allSuites(suite.suites ?? [])]);
