import { defineConfig } from 'vitest/config';

/**
 * Soak, crash and fuzz suites: minutes each, so they are not part of `npm test`. One at a time, because each needs the
 * whole machine.
 */
export default defineConfig({
  test: {
    include: ['**/*.long.ts'],
    exclude: ['**/node_modules/**', '**/dist/**'],
    globalSetup: 'token-service/test/postgres.setup.ts',
    fileParallelism: false,
    // Of the tests of one file that run together: each computes.
    maxConcurrency: 2,
    testTimeout: 60 * 60_000,
    hookTimeout: 5 * 60_000,
  },
});
