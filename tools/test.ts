/**
 * `npm test`: everything that has to be true before a change is kept, cheapest first. On a build machine (`CI` is set)
 * every part must run: there a skipped test is a failure. The last line is the outcome.
 */
import { provide } from './test/install.ts';
import { startRedis } from './test/redis.ts';
import { browserTests, check, unitTests } from './test/steps.ts';
import { NOTHING, sum, type Tally } from './test/tally.ts';

const everything = Boolean(process.env.CI);

const units = async (): Promise<Tally> => {
  const redis = process.env.TEST_REDIS_URL ? undefined : await startRedis();
  try {
    return await unitTests({ ...process.env, ...(redis && { TEST_REDIS_URL: redis.url }) });
  } finally {
    await redis?.stop();
  }
};

const browsers = (missing: string | undefined): Promise<Tally> =>
  missing ? Promise.resolve({ ...NOTHING, failures: [missing] }) : browserTests(process.env);

const { missing } = provide(everything ? 'everything' : 'needed');
const tallies = [
  await check('types (npm run typecheck)', 'tsc', '--noEmit'),
  await check('format and lint (npm run lint)', 'biome', 'check'),
  await check('build (npm run build)', 'node', 'tools/build.ts', '--if-stale'),
  await units(),
  await browsers(missing),
];

const { passed, failures, skipped } = sum(tallies);
const list = (title: string, lines: readonly string[]) =>
  lines.length > 0 && console.log(`\n${title}\n${lines.map((line) => `  ${line}`).join('\n')}`);
list(everything ? 'Skipped, which counts as failed here:' : 'Skipped:', skipped);
list('Failed:', failures);

const failed = failures.length + (everything ? skipped.length : 0);
console.log(`\n${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
