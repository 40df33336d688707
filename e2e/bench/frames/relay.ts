import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';

/** The traffic that a server has sent. */
export interface Traffic {
  /** Headers and body of the answers, as sent over the wire. */
  readonly bytes: number;
  readonly requests: number;
}

/** A port that forwards everything to another one, and counts it. */
export interface Relay {
  readonly port: number;
  /** Returns the traffic since the last call. */
  traffic(): Traffic;
  close(): void;
}

/** A browser sends one request at a time on a connection of HTTP/1.1, so each begins a chunk. */
const REQUEST = /^(?:GET|POST) /;

export const relay = async (to: number): Promise<Relay> => {
  let bytes = 0;
  let requests = 0;
  const server = createServer((browser) => {
    const service = connect(to, '127.0.0.1');
    browser.on('data', (chunk: Buffer) => {
      if (REQUEST.test(chunk.toString('latin1', 0, 5))) requests += 1;
    });
    service.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
    });
    browser.pipe(service).pipe(browser);
    browser.on('error', () => service.destroy());
    service.on('error', () => browser.destroy());
    browser.on('close', () => service.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    traffic() {
      const counted = { bytes, requests };
      bytes = 0;
      requests = 0;
      return counted;
    },
    close: () => void server.close(),
  };
};
