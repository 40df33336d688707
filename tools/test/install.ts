import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { findChromium, findFirefox } from '../../e2e/browsers.ts';

/**
 * Looks for the programs that the tests use, and installs the missing ones if Debian's package manager works without a
 * prompt. Chromium is required; without the others, their tests are skipped with a reason.
 */
export const provide = (wanted: 'needed' | 'everything'): { readonly missing: string | undefined } => {
  const packages = [
    ...(findChromium() ? [] : ['chromium', 'chromium-headless-shell', 'fonts-liberation']),
    ...(wanted === 'everything' && !findFirefox() ? ['firefox-esr'] : []),
    ...(wanted === 'everything' && !redisServer() ? ['redis-server'] : []),
    ...(wanted === 'everything' && !located('pg_dump') ? ['postgresql'] : []),
    ...(wanted === 'everything' && !hasProgram('pgbouncer') ? ['pgbouncer'] : []),
    ...(wanted === 'everything' ? new Set(missingCheckers().map((program) => CHECKERS[program])) : []),
    ...(wanted === 'everything' && !goLibraries() ? GO_PACKAGES : []),
  ];
  if (packages.length > 0) installPackages(packages);
  return {
    missing: findChromium()
      ? undefined
      : 'The browser tests need Chromium or Chrome, and none was found. Install one, or run: npx playwright install chromium',
  };
};

/** The programs that check the files of `deploy/`, and Debian's package of each. Debian has none of Helm. */
const CHECKERS = {
  promtool: 'prometheus',
  prometheus: 'prometheus',
  caddy: 'caddy',
  nginx: 'nginx-light',
  'systemd-analyze': 'systemd',
  openssl: 'openssl',
} as const;

type Checker = keyof typeof CHECKERS;

/** The compiler and the libraries that render the chart (`deploy/helm/render/`), and where Debian has libraries. */
const GO_PACKAGES = ['golang-go', 'golang-github-masterminds-sprig-dev', 'golang-github-ghodss-yaml-dev'];
const GO_PATH = '/usr/share/gocode';

/** Returns the folder with the libraries of Go that render the chart; undefined without them or without a compiler. */
export const goLibraries = (): string | undefined =>
  hasProgram('go') &&
  ['Masterminds/sprig', 'ghodss/yaml'].every((name) => existsSync(`${GO_PATH}/src/github.com/${name}`))
    ? GO_PATH
    : undefined;

const missingCheckers = (): Checker[] => (Object.keys(CHECKERS) as Checker[]).filter((each) => !hasProgram(each));

/** Whether a program is installed, also one for administrators, whose folder is not on the path of every user. */
export const hasProgram = (name: string): boolean => (located(name) ?? located(`/usr/sbin/${name}`)) !== undefined;

/** Returns a sentence for a run without Helm, which no build machine needs; undefined where it is installed. */
export const missingHelm = (): string | undefined =>
  hasProgram('helm')
    ? undefined
    : 'Not part of this run: the chart in Helm, which is not installed, and not in Debian.';

/** Returns the path of a Redis or Valkey server. */
export const redisServer = (): string | undefined =>
  ['redis-server', 'valkey-server'].map(located).find((path) => path !== undefined);

const located = (program: string): string | undefined => {
  const { status, stdout } = spawnSync('sh', ['-c', `command -v ${program}`], { encoding: 'utf8' });
  return status === 0 ? stdout.trim() : undefined;
};

const installPackages = (packages: readonly string[]): void => {
  const sudo = process.getuid?.() === 0 ? [] : ['sudo', '--non-interactive'];
  if (!existsSync('/etc/debian_version') || (sudo.length > 0 && !located('sudo'))) return;
  console.log(`Installing ${packages.join(', ')} …`);
  const apt = (...args: string[]) => {
    const [program = '', ...rest] = [...sudo, 'env', 'DEBIAN_FRONTEND=noninteractive', 'apt-get', '--quiet', ...args];
    return spawnSync(program, rest, { stdio: ['ignore', 'ignore', 'inherit'] }).status === 0;
  };
  if (apt('update')) apt('install', '--yes', '--no-install-recommends', ...packages);
};
