import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { type Simulator, startSimulator } from '@service/gateway-simulator/src/index.ts';
import { test as base, type RunningService } from '../fixtures/index.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const KEY = randomBytes(32).toString('base64');

/** Lets the demo site charge with an account at Stripe, whose place the simulator takes. */
const addAccount = async ({ dataDir }: RunningService, { url }: Simulator): Promise<void> => {
  const file = join(dataDir, 'credentials.json');
  await writeFile(file, JSON.stringify({ secret_key: 'sk_test_simulated', webhook_secret: 'whsec_simulated' }));
  const settings = ['--adapter', 'stripe', '--credentials-file', file, '--endpoint', url];
  await promisify(execFile)(
    process.execPath,
    ['token-service/src/cli/gateway.ts', 'add', 'demo', 'cards', ...settings],
    { cwd: ROOT, env: { ...process.env, DATA_DIR: dataDir, SECRETS_KEY: KEY } },
  );
  await rm(file);
};

/** A service of its own whose demo site charges through a simulator of Stripe. */
export const test = base.extend<object, { readonly simulator: Simulator }>({
  serviceOptions: [{ env: { SECRETS_KEY: KEY } }, { scope: 'worker' }],
  simulator: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from this pattern.
    async ({}, use) => {
      const simulator = await startSimulator();
      await use(simulator);
      await simulator.stop();
    },
    { scope: 'worker' },
  ],
  service: [
    async ({ service, simulator }, use) => {
      await addAccount(service, simulator);
      await use(service);
    },
    { scope: 'worker' },
  ],
});
