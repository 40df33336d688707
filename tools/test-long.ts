/** `npm run test:long`: soak, crash and fuzz suites (`*.long.ts`). Further words choose suites: `npm run test:long -- crash`. */
import { startRedis } from './test/redis.ts';
import { report } from './test/report.ts';
import { unitTests } from './test/steps.ts';

const redis = process.env.TEST_REDIS_URL ? undefined : await startRedis();
const env = { ...process.env, ...(redis && { TEST_REDIS_URL: redis.url }) };
const tally = await unitTests(env, ['--config=vitest.long.config.ts', ...process.argv.slice(2)]);
await redis?.stop();
process.exit(report(tally, { everything: Boolean(process.env.CI) }));
