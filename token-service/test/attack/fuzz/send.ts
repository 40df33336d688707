import { Agent, request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import type { FuzzRequest } from './requests.ts';

export interface FuzzAnswer {
  /** 0 when the connection was closed without a response. */
  readonly status: number;
  readonly text: string;
}

export interface Sender {
  send(request: FuzzRequest): Promise<FuzzAnswer>;
  close(): void;
}

/** Milliseconds after which a request counts as unanswered. */
const PATIENCE = 60_000;

/**
 * Sends requests over keep-alive connections; requests that Node’s client refuses to send go as raw bytes over a
 * separate connection.
 */
export const openSender = (urls: Readonly<Record<FuzzRequest['origin'], string>>): Sender => {
  const agent = new Agent({ keepAlive: true, maxSockets: 64 });
  return {
    async send(fuzz) {
      const { hostname, port } = new URL(urls[fuzz.origin]);
      const path = [fuzz.path, ...(fuzz.query.length > 0 ? [fuzz.query.join('&')] : [])].join('?');
      try {
        return await usual(agent, hostname, port, path, fuzz);
      } catch (error) {
        if (error instanceof TypeError) return raw(hostname, Number(port), path, fuzz);
        throw error;
      }
    },
    close: () => agent.destroy(),
  };
};

const usual = (agent: Agent, hostname: string, port: string, path: string, { method, headers, body }: FuzzRequest) =>
  new Promise<FuzzAnswer>((resolve, reject) => {
    const length = body ? { 'Content-Length': body.length } : {};
    const given = { ...Object.fromEntries(headers), ...length };
    const request = httpRequest({ agent, hostname, port, path, method, timeout: PATIENCE, headers: given });
    request.on('response', (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString() }));
      response.on('error', () => resolve({ status: response.statusCode ?? 0, text: '' }));
    });
    request.on('timeout', () => {
      request.destroy();
      reject(new Error(`no answer after ${PATIENCE / 1000} seconds`));
    });
    // The server may close a connection at once, for example when a request is too large.
    request.on('error', () => resolve({ status: 0, text: '' }));
    request.end(body);
  });

const raw = (host: string, port: number, path: string, { method, headers, body }: FuzzRequest) =>
  new Promise<FuzzAnswer>((resolve, reject) => {
    const socket = connect(port, host);
    const chunks: Buffer[] = [];
    const done = () => {
      const text = Buffer.concat(chunks).toString('latin1');
      resolve({ status: Number(/^HTTP\/1\.1 (\d{3})/.exec(text)?.[1] ?? 0), text });
    };
    socket.setTimeout(PATIENCE, () => {
      socket.destroy();
      reject(new Error(`no answer after ${PATIENCE / 1000} seconds`));
    });
    socket.on('data', (chunk: Buffer) => chunks.push(chunk));
    socket.on('error', () => undefined);
    socket.on('close', done);
    const lines = [
      `${method} ${path} HTTP/1.1`,
      'Host: localhost',
      'Connection: close',
      ...headers.map(([name, value]) => `${name}: ${value}`),
      ...(body ? [`Content-Length: ${body.length}`] : []),
    ];
    socket.write(`${lines.join('\r\n')}\r\n\r\n`);
    if (body) socket.write(body);
  });
