import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { serveControl } from './control/serve-control.ts';
import { runTrigger, type Trigger } from './control/trigger.ts';
import { type FaultPlan, openRandomFaults } from './faults/random-faults.ts';
import { answerRequest } from './http/answer-request.ts';
import { openIdempotencyKeys } from './http/idempotency.ts';
import { serve } from './http/serve.ts';
import { openTraffic, type RequestRecord } from './http/traffic.ts';
import { servePage } from './pages/serve-challenge.ts';
import { API_ROUTES } from './routes/routes.ts';
import { addWebhookEndpoint } from './routes/webhook-endpoints.ts';
import { openClock } from './world/clock.ts';
import type { MoneyMovement } from './world/money-log.ts';
import { openSimulatorWorld } from './world/open-world.ts';
import type { Delays } from './world/world.ts';

export interface SimulatorOptions {
  /** 0, the default, takes any free port. */
  readonly port?: number;
  /** The interface to listen on; loopback unless it is given. */
  readonly host?: string;
  /** `manual`: the clock stands still until it is advanced; `real`, the default: it follows the machine's. */
  readonly clock?: 'manual' | 'real';
  /** The start of the clock, in milliseconds since 1970; now by default. */
  readonly start?: number;
  /** Delays of later events, in milliseconds of the simulator's clock. */
  readonly delays?: Partial<Delays>;
  /** The merchant's fee for a dispute that takes money, in its currency's smallest unit; 0 by default. */
  readonly disputeFee?: number;
  /** Addresses to which every event is sent, each signed with its secret. A reset keeps them. */
  readonly webhooks?: readonly Webhook[];
  /** The most objects of each kind. */
  readonly limit?: number;
}

export interface Webhook {
  readonly url: string;
  /** `whsec_…`. */
  readonly secret: string;
}

export interface Simulator {
  /** `http://127.0.0.1:12111`. */
  readonly url: string;
  readonly port: number;
  /** Every movement of money so far, in order. */
  log(): readonly MoneyMovement[];
  /** The latest requests, without their bodies. */
  requests(): readonly RequestRecord[];
  /** The simulator's time, in milliseconds since 1970. */
  now(): number;
  /** Moves the clock forward, and runs each job at its moment. Resolves when its webhooks are delivered. */
  advance(milliseconds: number): Promise<void>;
  /** Resolves when no webhook is being delivered. */
  settled(): Promise<void>;
  /** Draws faults at random from now on, or none. */
  plan(faults: FaultPlan | null): void;
  /** Lets something happen that no request of the merchant causes. */
  trigger(trigger: Trigger): void;
  /** Sends every event to one more address from now on. */
  addWebhook(webhook: Webhook): void;
  /** Forgets every object, idempotency key and movement, and the planned faults. */
  reset(): void;
  stop(): Promise<void>;
}

const DELAYS: Delays = { debit: 5_000, refund: 5_000, dispute: 5_000, search: 60_000 };
const LIMIT = 100_000;
const TRAFFIC = 10_000;

/** Starts a simulator. */
export const startSimulator = async (options: SimulatorOptions = {}): Promise<Simulator> => {
  const host = options.host ?? '127.0.0.1';
  const limit = options.limit ?? LIMIT;
  const clock = openClock(options.clock ?? 'real', options.start);
  const faults = openRandomFaults();
  const traffic = openTraffic(TRAFFIC);
  const keys = openIdempotencyKeys(clock, limit);
  let url = '';
  const { world, sender } = openSimulatorWorld({
    clock,
    delays: { ...DELAYS, ...options.delays },
    disputeFee: options.disputeFee ?? 0,
    limit,
    url: () => url,
    drawWebhookFault: faults.drawWebhook,
  });
  const webhooks = [...(options.webhooks ?? [])];
  const connect = ({ url: address, secret }: Webhook) =>
    addWebhookEndpoint(world, { url: address, enabled_events: ['*'], secret });

  const advance = (milliseconds: number) => clock.advance(milliseconds, sender.settled);
  const reset = () => {
    for (const table of Object.values(world.state)) table.clear();
    clock.clear();
    sender.clear();
    keys.clear();
    traffic.clear();
    world.log.clear();
    faults.plan(null);
    webhooks.forEach(connect);
  };
  const control = serveControl({ world, faults, traffic, advance, reset });
  const server = createServer(
    { requestTimeout: 30_000, headersTimeout: 15_000 },
    serve({
      traffic,
      now: clock.now,
      own: async (request) => (await control(request)) ?? servePage(world, request),
      answer: answerRequest(world, API_ROUTES, keys),
      drawFault: faults.draw,
    }),
  );
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port ?? 0, host, resolve);
  });
  const { port } = server.address() as AddressInfo;
  url = `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
  webhooks.forEach(connect);

  return {
    url,
    port,
    log: () => world.log.all(),
    requests: () => traffic.all(),
    now: clock.now,
    advance,
    settled: () => advance(0),
    plan: faults.plan,
    trigger: (trigger) => runTrigger(world, trigger),
    addWebhook(webhook) {
      webhooks.push(webhook);
      connect(webhook);
    },
    reset,
    stop: () =>
      new Promise((resolve) => {
        clock.clear();
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};
