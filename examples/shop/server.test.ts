import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const start = async (settings: Record<string, string>) => {
  const file = fileURLToPath(new URL('./server.ts', import.meta.url));
  const shop = spawn(process.execPath, [file], { env: { ...process.env, ...settings } });
  const [said, [code]] = await Promise.all([text(shop.stderr), once(shop, 'close')]);
  return { said, code };
};

it('exits with a one-line message that explains the fix when the port is taken', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const { port } = other.address() as AddressInfo;

  expect(await start({ SHOP_PORT: String(port), HOST: '127.0.0.1' })).toEqual({
    said: `Port ${port} is taken. Stop what runs there, or choose another one with SHOP_PORT.\n`,
    code: 1,
  });
  other.close();
});

it.each([
  ['SHOP_PORT', 'four thousand', 'SHOP_PORT must be a port number such as 4000, got "four thousand".\n'],
  ['API_URL', 'localhost:3000', 'API_URL must be an address such as http://localhost:3000, got "localhost:3000".\n'],
])('exits with one line when %s is %j', async (name, value, said) => {
  expect(await start({ [name]: value })).toEqual({ said, code: 1 });
});
