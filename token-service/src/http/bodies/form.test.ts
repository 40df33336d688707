import { EventEmitter, once } from 'node:events';
import { createServer, type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { type Form, readForm } from './form.ts';

const LIMITS = { bytes: 100, milliseconds: 10_000 };
const HEADERS = { 'Content-Type': 'application/x-www-form-urlencoded' };

/** Reads one form that is sent in several pieces, and returns what is left of the bytes of its body. */
const exchange = async (pieces: readonly string[], headers: Record<string, string | number>, begin: Begin) => {
  const arrivals = new EventEmitter();
  const { promise: read, resolve } = Promise.withResolvers<{ form: Form; chunks: readonly Buffer[] }>();
  const server = createServer(async (incoming, response) => {
    const chunks: Buffer[] = [];
    const push = incoming.push.bind(incoming);
    incoming.push = (chunk: Buffer | null) => {
      if (chunk) chunks.push(chunk);
      arrivals.emit('chunk');
      return push(chunk);
    };
    await begin(incoming);
    const form = await readForm(incoming, LIMITS);
    resolve({ form, chunks });
    incoming.on('end', () => response.end());
    if (incoming.readableEnded) response.end();
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const outgoing = request({ port, host: '127.0.0.1', method: 'POST', headers: { ...HEADERS, ...headers } });
  const answered = new Promise<void>((done) =>
    outgoing.on('response', (response) => response.resume().on('end', done)),
  );
  for (const piece of pieces.slice(0, -1)) {
    const arrived = once(arrivals, 'chunk');
    outgoing.write(piece);
    await arrived;
  }
  outgoing.end(pieces.at(-1));
  const result = await read;
  await answered;
  return result;
};

type Begin = (incoming: IncomingMessage) => Promise<unknown>;
const inItsTurn: Begin = async () => {};
/** Begins after the end of the request, as when a step before makes a network request. */
const afterTheEnd: Begin = async (incoming) => {
  while (!incoming.complete) await new Promise(setImmediate);
};

test.each([
  ['with its head', ['a=1&number=4111'], { 'Content-Length': 15 }, inItsTurn],
  ['with its head, and is read later', ['a=1&number=4111'], { 'Content-Length': 15 }, afterTheEnd],
  ['in pieces', ['a=1&num', 'ber=4', '111'], { 'Content-Length': 15 }, inItsTurn],
  ['in pieces, and is read later', ['a=1&num', 'ber=4', '111'], { 'Content-Length': 15 }, afterTheEnd],
  ['without a length', ['a=1&num', 'ber=4111'], { 'Transfer-Encoding': 'chunked' }, inItsTurn],
])('a form that comes %s is read, nothing of it stays, and the request ends', async (_, pieces, headers, begin) => {
  const { form, chunks } = await exchange(pieces, headers, begin);
  expect({ ...form }).toEqual({ a: '1', number: '4111' });
  expect(Buffer.concat(chunks)).toEqual(Buffer.alloc(15));
});

test('a form of no bytes has no fields', async () => {
  expect({ ...(await exchange([''], { 'Content-Length': 0 }, inItsTurn)).form }).toEqual({});
});
