import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { freePort } from '../fixtures/free-ports.ts';
import type { RunningService } from '../fixtures/index.ts';

const RECIPES = new URL('../../docs/recipes/', import.meta.url);

type ShopService = Pick<RunningService, 'apiUrl' | 'browserUrl'>;

/** Returns the code blocks of a recipe, as a merchant pastes them. */
const listingsOf = async (recipe: string): Promise<{ readonly language: string; readonly code: string }[]> => {
  const text = await readFile(new URL(recipe, RECIPES), 'utf8');
  return [...text.matchAll(/```(\w+)\n([\s\S]*?)```/g)].map(([, language = '', code = '']) => ({ language, code }));
};

/** Runs the recipe's shop against `service`. `ownPage`: a page instead of that of the recipe. */
export const openRecipeShop = async ({ apiUrl, browserUrl }: ShopService, ownPage?: string) => {
  const listings = await listingsOf('confirm-payments-with-3-d-secure.md');
  const listing = (wanted: string, holding: string) =>
    listings.find(({ language, code }) => language === wanted && code.includes(holding))?.code ?? '';
  const here = (code: string) => code.replaceAll('http://localhost:3001', browserUrl);
  const folder = await mkdtemp(join(tmpdir(), 'recipe-'));
  await writeFile(join(folder, 'checkout.html'), here(ownPage ?? listing('html', '<!doctype html>')));
  await writeFile(join(folder, 'shop.mjs'), here(listing('js', 'createServer')));
  Object.assign(process.env, { API_URL: apiUrl, PORT: '0' });
  const { shop }: { shop: Server } = await import(pathToFileURL(join(folder, 'shop.mjs')).href);
  if (!shop.listening) await once(shop, 'listening');
  return {
    url: `http://localhost:${(shop.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      shop.closeAllConnections();
      shop.close();
      await rm(folder, { recursive: true });
    },
  };
};

/** Whether this machine has PHP. */
export const hasPhp = spawnSync('php', ['--version']).status === 0;

/** Runs the shop of the recipe for PHP against `service`. `env`: more of its environment. */
export const openPhpShop = async ({ apiUrl, browserUrl }: ShopService, env: NodeJS.ProcessEnv = {}) => {
  const folder = await mkdtemp(join(tmpdir(), 'php-shop-'));
  const listings = await listingsOf('sell-subscriptions-with-php.md');
  for (const [at, name] of ['shop.php', 'checkout.html', 'paid.html'].entries()) {
    const code = listings[at]?.code.replaceAll('http://localhost:3001', browserUrl) ?? '';
    await writeFile(join(folder, name), code);
  }
  const url = `http://localhost:${await freePort()}`;
  const program = spawn('php', ['-S', new URL(url).host, 'shop.php'], {
    cwd: folder,
    env: { ...process.env, API_URL: apiUrl, SHOP_URL: url, ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  // It says so once it accepts connections.
  await once(program.stderr, 'data');
  program.stderr.resume();
  return {
    url,
    async [Symbol.asyncDispose]() {
      const ended = once(program, 'exit');
      program.kill();
      await ended;
      await rm(folder, { recursive: true });
    },
  };
};
