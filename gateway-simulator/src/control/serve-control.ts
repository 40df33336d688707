import type { RandomFaults } from '../faults/random-faults.ts';
import { ApiError, invalidRequest } from '../http/api-error.ts';
import type { FinishedAnswer } from '../http/idempotency.ts';
import type { RequestLog } from '../http/traffic.ts';
import type { SimulatorWorld } from '../world/world.ts';
import { readAdvance, readControlBody, readFaultPlan, readTrigger } from './read-control.ts';
import { runTrigger } from './trigger.ts';

export interface ControlDeps {
  readonly world: SimulatorWorld;
  readonly faults: RandomFaults;
  readonly traffic: RequestLog;
  advance(milliseconds: number): Promise<void>;
  reset(): void;
}

interface ControlRequest {
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: string;
}

/** Returns the answer to a request of the control interface, `/simulator/…`; undefined for another path. */
export const serveControl =
  (deps: ControlDeps) =>
  async (request: ControlRequest): Promise<FinishedAnswer | undefined> => {
    if (!request.path.startsWith('/simulator/')) return undefined;
    try {
      return json(200, await run(deps, request));
    } catch (error) {
      if (error instanceof ApiError) return json(error.status, { error: error.body });
      throw error;
    }
  };

const json = (status: number, body: object): FinishedAnswer => ({
  status,
  headers: { 'content-type': 'application/json', 'cache-control': 'no-store' },
  body: `${JSON.stringify(body, null, 2)}\n`,
});

const run = async (deps: ControlDeps, request: ControlRequest): Promise<object> => {
  const { world, faults, traffic } = deps;
  // A page of another origin can send a form, but no JSON: browsers ask first, and the simulator does not agree.
  if (request.method === 'POST' && !request.headers['content-type']?.startsWith('application/json'))
    throw new ApiError(415, { type: 'invalid_request_error', message: 'Send JSON, as application/json.' });
  const body = () => readControlBody(request.body);
  switch (`${request.method} ${request.path.slice('/simulator/'.length)}`) {
    case 'GET clock':
      return clock(world);
    case 'POST clock':
      await deps.advance(readAdvance(body(), world.clock.now()));
      return clock(world);
    case 'GET log':
      return { data: world.log.all().slice(after(request.query)) };
    case 'GET requests':
      return { data: traffic.all() };
    case 'POST trigger':
      runTrigger(world, readTrigger(body()));
      return { ok: true };
    case 'GET faults':
      return { plan: faults.current() };
    case 'POST faults':
      faults.plan(readFaultPlan(body()));
      return { plan: faults.current() };
    case 'DELETE faults':
      faults.plan(null);
      return { plan: null };
    case 'POST reset':
      deps.reset();
      return { ok: true };
    default:
      throw new ApiError(404, {
        type: 'invalid_request_error',
        message:
          'The control interface has GET and POST /simulator/clock, GET /simulator/log, GET /simulator/requests, ' +
          'POST /simulator/trigger, GET, POST and DELETE /simulator/faults, and POST /simulator/reset.',
      });
  }
};

const clock = (world: SimulatorWorld) => ({ now: world.clock.seconds(), waiting: world.clock.waiting().length });

/** The number of the last movement that the client has: `?after=17`. */
const after = (query: string): number => {
  const value = new URLSearchParams(query).get('after') ?? '0';
  if (!/^\d{1,12}$/.test(value)) throw invalidRequest('after must be the number of a movement.', { param: 'after' });
  return Number(value);
};
