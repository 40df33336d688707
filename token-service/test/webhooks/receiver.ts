import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Received {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  /** The root element without `_notification`. */
  readonly type: string;
}

export interface Receiver {
  readonly url: string;
  readonly received: Received[];
  /** Decides the status of the responses that follow; `undefined`: the connection is closed without one. */
  answer(status: (request: Received) => number | undefined): void;
  close(): Promise<void>;
}

/** A real HTTP server that keeps what it is sent. */
export const openReceiver = async (): Promise<Receiver> => {
  const received: Received[] = [];
  let decide: (request: Received) => number | undefined = () => 204;
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (chunk) => {
      body += chunk;
    });
    request.on('end', () => {
      const one = { headers: request.headers, body, type: /<(\w+)_notification>/.exec(body)?.[1] ?? '' };
      const status = decide(one);
      received.push(one);
      if (status === undefined) request.socket.destroy();
      else response.writeHead(status).end(status < 300 ? '' : 'not now');
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    received,
    answer(status) {
      decide = status;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
};
