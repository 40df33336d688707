import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type Stripe from 'stripe';
import { API_VERSION, answerRequest, type Prepared, type Request } from './http/answer-request.ts';
import { ApiError } from './http/api-error.ts';
import { openIdempotencyKeys } from './http/idempotency.ts';
import { readBody } from './http/read-body.ts';
import { API_ROUTES } from './routes/routes.ts';
import { openClock } from './world/clock.ts';
import { newId, random } from './world/ids.ts';
import { type Movement, openMoneyLog } from './world/money-log.ts';
import { openState } from './world/state.ts';
import type { Delays, World } from './world/world.ts';

export interface SimulatorOptions {
  /** 0, the default, takes any free port. */
  readonly port?: number;
  /** The interface to listen on; loopback unless it is given. */
  readonly host?: string;
  /** `manual`: the clock stands still until it is advanced; `real`, the default: it follows the machine's. */
  readonly clock?: 'manual' | 'real';
  /** Where the clock starts, in milliseconds since 1970; now unless it is given. */
  readonly start?: number;
  /** How long what happens later takes, in milliseconds of the simulator's clock. */
  readonly delays?: Partial<Delays>;
  /** How many objects of each kind there may be. */
  readonly limit?: number;
}

export interface Simulator {
  /** `http://127.0.0.1:12111`. */
  readonly url: string;
  readonly port: number;
  /** Every movement of money so far, in order. */
  log(): readonly Movement[];
  /** The simulator's time, in milliseconds since 1970. */
  now(): number;
  /** Moves the clock forward, and runs each job at its moment. */
  advance(milliseconds: number): Promise<void>;
  /** Forgets every object, idempotency key and movement. */
  reset(): void;
  stop(): Promise<void>;
}

const DELAYS: Delays = { debit: 5_000, refund: 5_000, dispute: 5_000, search: 60_000 };
const LIMIT = 100_000;

/** Starts a simulator. */
export const startSimulator = async (options: SimulatorOptions = {}): Promise<Simulator> => {
  const clock = openClock(options.clock ?? 'real', options.start);
  const state = openState(options.limit ?? LIMIT);
  const log = openMoneyLog(clock);
  const keys = openIdempotencyKeys(clock, LIMIT);
  let url = '';
  const world: World = {
    state,
    clock,
    log,
    delays: { ...DELAYS, ...options.delays },
    fingerprintKey: randomBytes(32),
    url: () => url,
    request: null,
    emit: (type, object, previous) => {
      state.events.add({
        id: newId('evt'),
        object: 'event',
        api_version: API_VERSION,
        created: clock.seconds(),
        data: { object: structuredClone(object), ...(previous && { previous_attributes: previous }) },
        livemode: false,
        pending_webhooks: 0,
        request: { id: world.request?.id ?? null, idempotency_key: world.request?.idempotency_key ?? null },
        type,
      } as unknown as Stripe.Event);
    },
  };
  const answer = answerRequest(world, API_ROUTES, keys);
  const server = createServer((request, response) => void serve(request, response, answer));
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port ?? 0, options.host ?? '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  url = `http://${options.host ?? '127.0.0.1'}:${port}`;
  return {
    url,
    port,
    log: () => log.all(),
    now: () => clock.now(),
    advance: async (milliseconds) => clock.advance(milliseconds),
    reset: () => {
      for (const table of Object.values(state)) table.clear();
      clock.clear();
      keys.clear();
      log.clear();
    },
    stop: () =>
      new Promise((resolve) => {
        clock.clear();
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};

const serve = async (
  incoming: IncomingMessage,
  response: ServerResponse,
  answer: (request: Request) => Prepared,
): Promise<void> => {
  try {
    const { answer: ready, finish } = answer(await readRequest(incoming));
    response.writeHead(ready.status, ready.headers).end(ready.body);
    finish();
  } catch (error) {
    const { status, body } = error instanceof ApiError ? error : unexpected(error);
    if (!response.headersSent) response.writeHead(status, { 'content-type': 'application/json', connection: 'close' });
    response.end(JSON.stringify({ error: body }));
  }
};

const unexpected = (error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
  return { status: 500, body: { type: 'api_error', message: 'The simulator has a bug: its output shows the error.' } };
};

const readRequest = async (incoming: IncomingMessage): Promise<Request> => {
  const [path = '/', query = ''] = (incoming.url ?? '/').split('?');
  return {
    id: `req_${random(14)}`,
    method: incoming.method ?? 'GET',
    path,
    query,
    headers: incoming.headers as Record<string, string | undefined>,
    body: await readBody(incoming),
  };
};
