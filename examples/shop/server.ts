import { createServer } from 'node:http';
import { shop } from './app.ts';

/** The settings, read once. Names and defaults are those in the README of this folder. */
const settings = (env: NodeJS.ProcessEnv) => ({
  port: portNumber(env.SHOP_PORT ?? '4000'),
  host: env.HOST ?? '127.0.0.1',
  apiUrl: address('API_URL', env.API_URL ?? 'http://localhost:3000'),
  scriptUrl: address('SCRIPT_URL', env.SCRIPT_URL ?? 'http://localhost:3001/v1/service.js'),
  privateKey: env.PRIVATE_KEY ?? 'demo-private-key',
  publicKey: env.PUBLIC_KEY ?? 'demo-public-key',
});

const stop = (message: string): never => {
  console.error(message);
  process.exit(1);
};

const portNumber = (text: string): number => {
  const port = Number(text);
  if (Number.isInteger(port) && port >= 0 && port <= 65_535) return port;
  return stop(`SHOP_PORT must be a port number such as 4000, got "${text}".`);
};

const address = (name: string, text: string): string => {
  if (URL.canParse(text) && /^https?:/.test(text)) return text.replace(/\/+$/, '');
  return stop(`${name} must be an address such as http://localhost:3000, got "${text}".`);
};

const complaint = (error: NodeJS.ErrnoException, host: string, port: number): string => {
  if (error.code === 'EADDRINUSE')
    return `Port ${port} is taken. Stop what runs there, or choose another one with SHOP_PORT.`;
  if (error.code === 'EACCES') return `Port ${port} is not yours to open. Choose one above 1023 with SHOP_PORT.`;
  return `The shop cannot listen on ${host}:${port} (${error.code}). Choose another HOST or SHOP_PORT.`;
};

const { host, port, ...rest } = settings(process.env);
const server = createServer(shop(rest).callback());

server.once('error', (error) => stop(complaint(error, host, port)));
server.listen(port, host, () => {
  const bound = server.address();
  const shown = host === '127.0.0.1' || host === '0.0.0.0' || host === '::' ? 'localhost' : host;
  console.log(`Example shop    http://${shown}:${typeof bound === 'object' && bound ? bound.port : port}`);
});

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => server.close());
}
