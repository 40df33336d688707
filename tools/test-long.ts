/**
 * `npm run test:long`: soak, crash and fuzz suites (`*.long.ts`), then every browser suite in Chromium and Firefox with
 * all random cases and screenshots. Arguments select some of the former and skip the browsers:
 * `npm run test:long -- crash`.
 */
import { findFirefox } from '../e2e/browsers.ts';
import { COMPILED } from './repository.ts';
import { startRedis } from './test/redis.ts';
import { report } from './test/report.ts';
import { browserTests, unitTests } from './test/steps.ts';
import { NOTHING, sum } from './test/tally.ts';

const redis = process.env.TEST_REDIS_URL ? undefined : await startRedis();
const env = { NODE_COMPILE_CACHE: COMPILED, ...process.env, ...(redis && { TEST_REDIS_URL: redis.url }) };
const chosen = process.argv.slice(2);
const tally = await unitTests(env, ['--config=vitest.long.config.ts', ...chosen]);
const browsers = ['chromium', 'sdk-chromium', ...(findFirefox() ? ['firefox', 'sdk-firefox'] : [])];
const projects = browsers.map((name) => `--project=${name}`);
const pages = chosen.length === 0 ? await browserTests({ ...env, LONG_TESTS: 'true' }, projects) : NOTHING;
await redis?.stop();
process.exit(report(sum([tally, pages]), { everything: Boolean(process.env.CI) }));
