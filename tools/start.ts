/**
 * `npm start`: runs the service, and the example shop while only this machine can reach them. Builds what is stale,
 * waits until every origin is healthy, prints the addresses, and stops everything on Ctrl-C.
 */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { type Addresses, addresses } from './addresses.ts';
import { startChild } from './children.ts';
import { healthy } from './healthy.ts';
import { interruption } from './interruption.ts';
import { complaint } from './ports.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

const build = (): void => {
  const { status } = spawnSync(process.execPath, ['tools/build.ts', '--if-stale', '--if-possible'], {
    cwd: ROOT,
    stdio: 'inherit',
  });
  if (status !== 0) process.exit(status ?? 1);
};

const startChildren = ({ api, browser, shop }: Addresses, env: NodeJS.ProcessEnv) => {
  const service = startChild('The service', 'token-service/src/main.ts', { env, cwd: ROOT, output: 'inherit' });
  if (!shop) return [service];
  const shopEnv = { API_URL: api.local, SCRIPT_URL: `${browser.public}/v1/service.js`, ...env, SHOP_PORT: shop.port };
  return [
    service,
    startChild('The example shop', 'examples/shop/server.ts', { env: shopEnv, cwd: ROOT, output: 'ignore' }),
  ];
};

/** The immutable address of this version of the script, and the hash of its content. */
const releaseAt = async (
  browser: Addresses['browser'],
): Promise<{ readonly script: string; readonly integrity: string }> =>
  (await fetch(`${browser.local}/v1/service.json`)).json();

const noDemo = (setting: Addresses['exposedBy']): string =>
  `  No demo site and no example shop: ${setting === 'HOST' ? 'HOST is not a loopback interface' : `${setting} is set`}, so other machines may reach
  this service, and the published demo keys are refused. Create a site: npm run site -- create <subdomain>`;

const greeting = async ({ api, browser, console, shop, exposedBy }: Addresses): Promise<string> => {
  const { script, integrity } = await releaseAt(browser);
  const rows = [
    ['API', api.public],
    ['Console', console.public],
    ['Reference', `${api.public}/docs`],
    ['Script', `${browser.public}/v1/service.js`],
    ['Script, fixed', script],
    ['  integrity', integrity],
  ];
  const demo = [
    ['Public key', 'demo-public-key'],
    ['Private key', 'demo-private-key'],
    ['Read-only key', 'demo-read-only-key'],
  ];
  const block = (lines: string[][]) => lines.map(([name = '', value]) => `  ${name.padEnd(16)}${value}`).join('\n');
  if (!shop) return `\n${block(rows)}\n\n${noDemo(exposedBy)}\n`;
  return `\n${block([['Example shop', shop.public], ...rows])}\n\n${block(demo)}\n\n  Stop with Ctrl-C.\n`;
};

const start = async (env: NodeJS.ProcessEnv): Promise<number> => {
  const where = addresses(env);
  const trouble = await complaint(where);
  if (trouble) {
    console.error(trouble);
    return 1;
  }
  build();

  const children = startChildren(where, env);
  const over = Promise.race([
    interruption(() => {
      for (const child of children) child.kill();
    }),
    ...children.map((child) => child.ended),
  ]);
  const origins = [where.api, where.browser, where.console, where.shop].filter((each) => each !== undefined);
  const ready = Promise.all(origins.map(({ local }) => healthy(local)));

  const isReady = await Promise.race([ready.then(() => true), over.then(() => false)]);
  if (isReady) console.log(await greeting(where));

  const ended = await over;
  if (ended && isReady) console.error(`${ended.name} exited unexpectedly; stopping everything.`);
  await Promise.all(children.map((child) => child.stop()));
  return ended?.code ?? 0;
};

process.exit(await start(process.env));
