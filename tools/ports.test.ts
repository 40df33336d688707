import { createServer, type Server } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { freePorts } from '../e2e/fixtures/free-ports.ts';
import { addresses } from './addresses.ts';
import { complaint } from './ports.ts';

const neighbours: Server[] = [];
const closed = (server: Server) => new Promise((resolve) => server.close(resolve));
afterEach(() => Promise.all(neighbours.splice(0).map(closed)));

const takenPort = async (): Promise<string> => {
  const neighbour = createServer();
  neighbours.push(neighbour);
  await new Promise<void>((resolve) => neighbour.listen(0, '127.0.0.1', resolve));
  const bound = neighbour.address();
  return String(typeof bound === 'object' && bound?.port);
};

const newPorts = async () => {
  const [PORT = '', BROWSER_PORT = '', CONSOLE_PORT = '', SHOP_PORT = ''] = (await freePorts(4)).map(String);
  return { PORT, BROWSER_PORT, CONSOLE_PORT, SHOP_PORT };
};

test('accepts free ports', async () => {
  expect(await complaint(addresses(await newPorts()))).toBeUndefined();
});

test.each(['PORT', 'BROWSER_PORT', 'CONSOLE_PORT', 'SHOP_PORT'])('names a taken %s and the fix', async (variable) => {
  const free = await newPorts();
  const port = await takenPort();
  expect(await complaint(addresses({ ...free, [variable]: port }))).toBe(
    `Port ${port} is taken. Stop what runs there, or choose another one with ${variable}.`,
  );
});

test('a shop that is not started needs no port', async () => {
  const env = { ...(await newPorts()), HOST: '0.0.0.0', SHOP_PORT: await takenPort() };
  expect(await complaint(addresses(env))).toBeUndefined();
});

test.each([
  [{ PORT: 'http' }, 'PORT must be a port number between 1 and 65535, got "http".'],
  [{ PORT: '0' }, 'PORT must be a port number between 1 and 65535, got "0".'],
  [{ PORT: '5901', BROWSER_PORT: '5901' }, 'PORT and BROWSER_PORT are both 5901. Give each its own.'],
  [{ PORT: '5901', HOST: '203.0.113.1' }, /^HOST 203\.0\.113\.1 is not an address of this machine/],
])('refuses %j', async (env, words) => {
  expect(await complaint(addresses(env))).toMatch(words);
});
