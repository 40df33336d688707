import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/** An address that stays the same while the service behind it is killed and started on other ports. */
export interface Forwarder {
  readonly url: string;
  /** The target of requests from now on; null while no service runs, which answers 502. */
  target: string | null;
  stop(): Promise<void>;
}

export const openForwarder = async (): Promise<Forwarder> => {
  const server = createServer(async (incoming, outgoing) => {
    const body = await buffer(incoming);
    const { target } = forwarder;
    const headers = { ...incoming.headers } as Record<string, string>;
    for (const name of ['host', 'connection', 'content-length', 'transfer-encoding']) delete headers[name];
    const status = target
      ? await fetch(target + incoming.url, {
          method: incoming.method ?? 'POST',
          headers,
          body: new Uint8Array(body),
        }).then(
          async (response) => {
            await response.arrayBuffer();
            return response.status;
          },
          () => 502,
        )
      : 502;
    outgoing.writeHead(status).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const forwarder: Forwarder = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    target: null,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return forwarder;
};
