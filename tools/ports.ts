import { createServer } from 'node:net';
import type { Addresses, Origin } from './addresses.ts';

/**
 * Returns what prevents opening the ports, as a one-line message with the fix; undefined if nothing does. Checked
 * before anything is started, because another program that answers there would be mistaken for the service.
 *
 * @param more ports that are opened besides those of the service
 */
export const complaint = async (
  { host, api, browser, console, shop }: Addresses,
  ...more: readonly Pick<Origin, 'variable' | 'port'>[]
): Promise<string | undefined> => {
  const origins = [api, browser, console, shop, ...more].filter((each) => each !== undefined);
  for (const [index, origin] of origins.entries()) {
    const { variable, port } = origin;
    if (!/^\d{1,5}$/.test(port) || Number(port) < 1 || Number(port) > 65_535) {
      return `${variable} must be a port number between 1 and 65535, got "${port}".`;
    }
    const twin = origins.slice(0, index).find((other) => other.port === port);
    if (twin) return `${twin.variable} and ${variable} are both ${port}. Give each its own.`;
    const code = await refusal(host, Number(port));
    if (code) return inWords(code, host, origin);
  }
  return undefined;
};

const refusal = (host: string, port: number): Promise<string | undefined> =>
  new Promise((resolve) => {
    const server = createServer();
    server.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    server.listen({ host, port, exclusive: true }, () => server.close(() => resolve(undefined)));
  });

const inWords = (code: string, host: string, { variable, port }: Pick<Origin, 'variable' | 'port'>): string => {
  if (code === 'EADDRINUSE')
    return `Port ${port} is taken. Stop what runs there, or choose another one with ${variable}.`;
  if (code === 'EACCES') return `Port ${port} is not yours to open. Choose one above 1023 with ${variable}.`;
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') {
    return `HOST ${host} is not an address of this machine. Use one that is, or 127.0.0.1, or 0.0.0.0 for all.`;
  }
  return `Port ${port} on ${host} cannot be opened (${code}). Choose another HOST or ${variable}.`;
};
