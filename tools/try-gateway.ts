/**
 * `npm run try-gateway`: runs the simulator of a payment gateway, and the service with its demo site charging through
 * it. Everything is kept in a folder that is removed at the end. Ctrl-C stops it.
 */
import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startSimulator } from '@service/gateway-simulator/src/index.ts';
import { addresses } from './addresses.ts';
import { startChild } from './children.ts';
import { healthy } from './healthy.ts';
import { interruption } from './interruption.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const ACCOUNT = 'cards';

const guide = (simulator: string, shop: string): string => `
  The demo site charges through the gateway simulator at ${simulator}. Try, in the checkout at
  ${shop} or with the API, month 12 of next year and any security code:

    4242 4242 4242 4242     is approved
    4000 0025 0000 3155     asks the customer to confirm the payment (3-D Secure)
    4000 0000 0000 9995     is declined: insufficient funds
    4000 0000 0000 0002     is declined without a reason
    4000 0000 0000 0259     is approved, and disputed a few seconds later
    110000000, 000123456789 a bank account whose debit settles after a few seconds

    ${simulator}/simulator/log   every movement of money

  Stop with Ctrl-C.
`;

const addAccount = (folder: string, endpoint: string, env: NodeJS.ProcessEnv, secret: string): void => {
  const file = join(folder, 'credentials.json');
  writeFileSync(file, JSON.stringify({ secret_key: 'sk_test_tryGateway', webhook_secret: secret }), { mode: 0o600 });
  const settings = ['--adapter', 'stripe', '--credentials-file', file, '--endpoint', endpoint];
  const { status, stderr, stdout } = spawnSync(
    process.execPath,
    ['token-service/src/cli/gateway.ts', 'add', 'demo', ACCOUNT, ...settings],
    { cwd: ROOT, env, encoding: 'utf8' },
  );
  rmSync(file);
  if (status !== 0) throw new Error(`The gateway account was not added: ${stderr || stdout}`);
};

const run = async (): Promise<number> => {
  const { api, shop } = addresses(process.env);
  if (!shop) {
    console.error('The demo site is not there while other machines can reach the service: unset HOST, PUBLIC_URL, …');
    return 1;
  }
  const folder = mkdtempSync(join(tmpdir(), 'try-gateway-'));
  const secret = `whsec_${randomBytes(16).toString('hex')}`;
  const url = `${api.local}/gateways/demo/${ACCOUNT}`;
  const port = Number(process.env.SIMULATOR_PORT || 12111);
  const simulator = await startSimulator({ port, webhooks: [{ url, secret }] });
  const { DATABASE_URL: _, ...inherited } = process.env;
  const env = { ...inherited, DATA_DIR: folder, SECRETS_KEY: randomBytes(32).toString('base64') };
  const service = startChild('The service', 'tools/start.ts', { env, cwd: ROOT, output: 'inherit' });
  const over = Promise.race([interruption(service.kill), service.ended]);
  try {
    const isUp = await Promise.race([healthy(api.local).then(() => true), over.then(() => false)]);
    if (isUp) {
      addAccount(folder, simulator.url, env, secret);
      await Promise.race([healthy(shop.local), over]);
      console.log(guide(simulator.url, shop.public));
    }
    return (await over)?.code ?? 0;
  } finally {
    await service.stop();
    await simulator.stop();
    rmSync(folder, { recursive: true, force: true });
  }
};

process.exit(await run());
