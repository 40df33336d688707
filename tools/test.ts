/**
 * `npm test`: everything that must pass before a change is merged, cheapest first. On a build machine (`CI` is set)
 * every part must run: there a skipped test is a failure. The end says how long each step took; the last line is the
 * outcome.
 */
import { findFirefox, findWebKit } from '../e2e/browsers.ts';
import { COMPILED } from './repository.ts';
import { missingHelm, provide } from './test/install.ts';
import { openMemoryFolder } from './test/memory-folder.ts';
import { startRedis } from './test/redis.ts';
import { report } from './test/report.ts';
import { browserTests, check, unitTests } from './test/steps.ts';
import { openStopwatch } from './test/stopwatch.ts';
import { NOTHING, sum, type Tally } from './test/tally.ts';

const everything = Boolean(process.env.CI);

const memory = openMemoryFolder();
process.once('exit', () => memory?.remove());
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(1));
const env = { NODE_COMPILE_CACHE: COMPILED, ...process.env, ...(memory && { TMPDIR: memory.path }) };

const units = async (): Promise<Tally> => {
  const redis = process.env.TEST_REDIS_URL ? undefined : await startRedis();
  try {
    return await unitTests({ ...env, ...(redis && { TEST_REDIS_URL: redis.url }) });
  } finally {
    await redis?.stop();
  }
};

const browsers = async (missing: string | undefined): Promise<Tally> => {
  if (missing) return { ...NOTHING, failures: [missing] };
  const tally = await browserTests(env);
  const noFirefox = 'all suites in Firefox: none is installed';
  return findFirefox() ? tally : { ...tally, skipped: [...tally.skipped, noFirefox] };
};

const { missing } = provide(everything ? 'everything' : 'needed');
const { timed, times } = openStopwatch();
const tallies = [
  await timed('types', () => check('types (npm run typecheck)', 'tsc', '--noEmit')),
  await timed('lint', () => check('format and lint (npm run lint)', 'biome', 'check')),
  await timed('build', () => check('build (npm run build)', 'node', 'tools/build.ts', '--if-stale')),
  await timed('unit tests', units),
  await timed('browser tests', () => browsers(missing)),
];
if (!findWebKit())
  console.log('\nNot part of this run: the checkout in WebKit, for want of webkit2gtk-driver or xvfb.');
const noHelm = missingHelm();
if (noHelm) console.log(`\n${noHelm}`);
console.log(`\n${times()}`);
process.exit(report(sum(tallies), { everything }));
