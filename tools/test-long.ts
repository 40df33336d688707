/**
 * `npm run test:long`: soak, crash and fuzz suites (`*.long.ts`), and every example page in Firefox. Further words choose among the former:
 * `npm run test:long -- crash`.
 */
import { findFirefox } from '../e2e/browsers.ts';
import { startRedis } from './test/redis.ts';
import { report } from './test/report.ts';
import { browserTests, unitTests } from './test/steps.ts';
import { NOTHING, sum } from './test/tally.ts';

const redis = process.env.TEST_REDIS_URL ? undefined : await startRedis();
const env = { ...process.env, ...(redis && { TEST_REDIS_URL: redis.url }) };
const chosen = process.argv.slice(2);
const tally = await unitTests(env, ['--config=vitest.long.config.ts', ...chosen]);
const pages =
  chosen.length === 0 && findFirefox()
    ? await browserTests({ ...env, EVERY_PAGE: 'true' }, ['--project=firefox'])
    : NOTHING;
await redis?.stop();
process.exit(report(sum([tally, pages]), { everything: Boolean(process.env.CI) }));
