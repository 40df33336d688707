import { defineConfig } from 'vitest/config';

/** One project per room of the house, so that `npm run test:unit -- --project billing` runs that room alone. */
const room = (name: string, folders: string[], more: { globalSetup?: string } = {}) => ({
  test: {
    name,
    include: folders.map((folder) => `${folder}/**/*.test.ts`),
    exclude: ['**/node_modules/**', '**/dist/**'],
    // Generous, because a loaded machine is no bug; a test that needs this long is one.
    testTimeout: 30_000,
    hookTimeout: 60_000,
    ...more,
  },
});

export default defineConfig({
  test: {
    projects: [
      room('billing', ['billing']),
      room('browser', ['sdk', 'hosted-fields']),
      room('service', ['token-service'], { globalSetup: 'token-service/test/postgres.setup.ts' }),
      room('shop', ['examples']),
      room('house', ['tools', 'e2e']),
    ],
  },
});
