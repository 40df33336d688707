import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request as it crossed the line. */
export interface Crossing {
  readonly method: string;
  readonly path: string;
  readonly key: string | null;
  readonly authorization: string;
  readonly body: string;
  /** The server's answer, whether the client got it or not. */
  answer?: { readonly status: number; readonly body: string };
}

/**
 * The fault of a request: `lose request` drops it, `lose answer` drops what came back, `hang` forwards it and never
 * answers; an answer of its own stands in for the server's, and `fields` take the place of those that came back.
 */
export type Fault =
  | 'lose request'
  | 'lose answer'
  | 'hang'
  | { readonly status: number; readonly headers?: Readonly<Record<string, string>>; readonly error: object }
  | { readonly fields: object };

/** Decides about a request, which waits for the decision. */
export type Decide = (crossing: Crossing) => Fault | undefined | Promise<Fault | undefined>;

/** An HTTP proxy between the adapter and the simulator, which records requests and fails as it is told to. */
export interface Line {
  readonly url: string;
  readonly crossed: readonly Crossing[];
  /** Decides about each request from now on; undefined: forwards it. */
  fail(decide: Decide): void;
  /** Forwards every request from now on. */
  repair(): void;
  stop(): Promise<void>;
}

/** Opens a line to a server. */
export const openLine = async (target: string): Promise<Line> => {
  const crossed: Crossing[] = [];
  let decide: Decide = () => undefined;
  const server = createServer((incoming, outgoing) => void carry(incoming, outgoing));

  const carry = async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks);
    const { method = 'GET', url: path = '/', headers } = incoming;
    const crossing: Crossing = {
      method,
      path,
      key: (headers['idempotency-key'] as string | undefined) ?? null,
      authorization: headers.authorization ?? '',
      body: body.toString(),
    };
    crossed.push(crossing);
    const fault = await decide(crossing);
    if (fault === 'lose request') return void outgoing.destroy();
    if (typeof fault === 'object' && 'status' in fault) {
      outgoing.writeHead(fault.status, { 'content-type': 'application/json', ...fault.headers });
      return void outgoing.end(JSON.stringify({ error: fault.error }));
    }
    const forwarded = request(new URL(path, target), { method, headers, agent: false }, (answer) => {
      const parts: Buffer[] = [];
      answer.on('data', (part: Buffer) => parts.push(part));
      answer.on('end', () => {
        crossing.answer = { status: answer.statusCode ?? 502, body: Buffer.concat(parts).toString() };
      });
      if (fault === 'lose answer') {
        answer.resume().on('end', () => outgoing.destroy());
      } else if (fault === 'hang') {
        answer.resume();
      } else if (typeof fault === 'object') {
        answer.on('end', () => {
          outgoing.writeHead(answer.statusCode ?? 502, { 'content-type': 'application/json' });
          outgoing.end(JSON.stringify({ ...JSON.parse(Buffer.concat(parts).toString()), ...fault.fields }));
        });
      } else {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(outgoing);
      }
    });
    forwarded.on('error', () => outgoing.destroy());
    forwarded.end(body);
  };

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    crossed,
    fail: (next) => {
      decide = next;
    },
    repair: () => {
      decide = () => undefined;
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};
