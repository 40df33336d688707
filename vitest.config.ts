import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

/** One project per part of the repository, so that `npm run test:unit -- --project billing` runs that part alone. */
const part = (name: string, folders: string[], more: { globalSetup?: string } = {}) => ({
  test: {
    name,
    include: folders.map((folder) => `${folder}/**/*.test.ts`),
    exclude: ['**/node_modules/**', '**/dist/**'],
    // Generous, because a loaded machine is no bug; a test that needs this long has one.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // A service that answers late because the machine is busy is no bug either.
    expect: { poll: { timeout: 60_000 } },
    // Modules have no state, so the files of a worker share them: loading them again for each file took half the time.
    isolate: false,
    ...more,
  },
});

export default defineConfig({
  test: {
    // One more than cores: a test that waits for a process, a socket or a timer leaves its core to another one.
    maxWorkers: Math.max(2, availableParallelism() + 1),
    projects: [
      part('billing', ['billing']),
      part('browser', ['sdk', 'hosted-fields']),
      part('service', ['token-service'], { globalSetup: 'token-service/test/postgres.setup.ts' }),
      part('gateway', ['gateway-simulator']),
      part('shop', ['examples']),
      part('tools', ['tools', 'e2e', 'deploy']),
    ],
  },
});
