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
import { parseArgs } from 'node:util';
import { startSimulator } from '@service/gateway-simulator/src/index.ts';
import { addresses } from './addresses.ts';
import { startChild } from './children.ts';
import { healthy } from './healthy.ts';
import { interruption } from './interruption.ts';
import { complaint } from './ports.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const ACCOUNT = 'cards';

const HELP = `Runs the demo site with a simulator of Stripe, which moves no money.

  npm run try-gateway
  npm run try-gateway -- --help   prints this

It prints the address of the example shop, and cards to try there. The data is in a new folder under ${tmpdir()},
which it prints, and removes when Ctrl-C stops it; DATA_DIR and DATABASE_URL are not used.

If a port is taken, stop what runs there, or choose another one with an environment variable:

  PORT             3000    the API
  BROWSER_PORT     3001    the script and the frames
  CONSOLE_PORT     3002    the console
  SHOP_PORT        4000    the example shop
  SIMULATOR_PORT   12111   the gateway simulator

Example: PORT=3100 SIMULATOR_PORT=12112 npm run try-gateway

The exit status is 1 when something could not be started, 2 when the command could not be understood.
`;

const guide = (simulator: string, shop: string, folder: string): string => `
  The demo site charges through the gateway simulator at ${simulator}. Try, in the checkout at
  ${shop} or with the API, month 12 of next year and any security code:

    4242 4242 4242 4242     is approved
    4000 0025 0000 3155     asks the customer to confirm the payment (3-D Secure)
    4000 0000 0000 9995     is declined: insufficient funds
    4000 0000 0000 0002     is declined without a reason
    4000 0000 0000 0259     is approved, and disputed a few seconds later
    110000000, 000123456789 a bank account whose debit settles after a few seconds

    ${simulator}/simulator/log   every movement of money

  Plans to sell with the API: tideline, tideline-yearly and tideline-trial. The data is in
  ${folder} until this stops. Commands find it by DATA_DIR:

    DATA_DIR=${folder} npm run dispute -- list demo

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
  const where = addresses(process.env);
  const { api, shop } = where;
  if (!shop) {
    console.error('The demo site is not there while other machines can reach the service: unset HOST, PUBLIC_URL, …');
    return 1;
  }
  const port = process.env.SIMULATOR_PORT || '12111';
  const trouble = await complaint(where, { variable: 'SIMULATOR_PORT', port });
  if (trouble) {
    console.error(trouble);
    return 1;
  }
  const folder = mkdtempSync(join(tmpdir(), 'try-gateway-'));
  const secret = `whsec_${randomBytes(16).toString('hex')}`;
  const url = `${api.local}/gateways/demo/${ACCOUNT}`;
  const simulator = await startSimulator({ port: Number(port), webhooks: [{ url, secret }] });
  const { DATABASE_URL: _, ...inherited } = process.env;
  const env = { ...inherited, DATA_DIR: folder, SECRETS_KEY: randomBytes(32).toString('base64') };
  const service = startChild('The service', 'tools/start.ts', { env, cwd: ROOT, output: 'inherit' });
  const over = Promise.race([interruption(service.kill), service.ended]);
  try {
    const isUp = await Promise.race([healthy(api.local).then(() => true), over.then(() => false)]);
    if (isUp) {
      addAccount(folder, simulator.url, env, secret);
      await Promise.race([healthy(shop.local), over]);
      console.log(guide(simulator.url, shop.public, folder));
    }
    return (await over)?.code ?? 0;
  } finally {
    await service.stop();
    await simulator.stop();
    rmSync(folder, { recursive: true, force: true });
  }
};

/** Runs the command line, and returns its exit status. */
const main = async (args: readonly string[]): Promise<number> => {
  try {
    const { values } = parseArgs({ args: [...args], options: { help: { type: 'boolean', short: 'h' } } });
    if (!values.help) return run();
    process.stdout.write(HELP);
    return 0;
  } catch (error) {
    console.error(`${(error as Error).message.split('. ')[0]}.\nHelp: npm run try-gateway -- --help`);
    return 2;
  }
};

process.exit(await main(process.argv.slice(2)));
