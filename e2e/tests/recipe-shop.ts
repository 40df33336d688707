import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { RunningService } from '../fixtures/index.ts';

/** The page and the server of the recipe, as a merchant pastes them. */
const RECIPE = new URL('../../docs/recipes/confirm-payments-with-3-d-secure.md', import.meta.url);

/** Runs the recipe's shop against `service`. `ownPage`: a page instead of that of the recipe. */
export const openRecipeShop = async ({ apiUrl, browserUrl }: RunningService, ownPage?: string) => {
  const recipe = await readFile(RECIPE, 'utf8');
  const listing = (language: string, holding: string) =>
    [...recipe.matchAll(/```(\w+)\n([\s\S]*?)```/g)].find(
      ([, written, code = '']) => written === language && code.includes(holding),
    )?.[2] ?? '';
  const folder = await mkdtemp(join(tmpdir(), 'recipe-'));
  const page = (ownPage ?? listing('html', '<!doctype html>')).replaceAll('http://localhost:3001', browserUrl);
  await writeFile(join(folder, 'checkout.html'), page);
  await writeFile(join(folder, 'shop.mjs'), listing('js', 'createServer'));
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
