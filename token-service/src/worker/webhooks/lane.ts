import type { ShownDelivery } from '@service/billing/domain/webhooks/delivery.ts';
import type { DeliveryOutcome } from '@service/billing/engine/webhooks/record-outcomes.ts';
import type { WebhookDeliveryRecords } from '@service/billing/ports/webhooks.ts';
import type { SystemClock } from '@service/billing/values/time.ts';

/** Requests to one endpoint at the same time. */
const PARALLEL = 32;
/** Retries among them: a backlog of failures leaves room for first attempts. */
const PARALLEL_RETRIES = 16;
/** Deliveries that are read at once. */
const BATCH = 128;

export interface LaneDeps {
  readonly deliveries: Pick<WebhookDeliveryRecords, 'pending' | 'retries'>;
  readonly endpointId: string;
  readonly clock: SystemClock;
  /** Sends one delivery; never rejects. */
  readonly attempt: (delivery: ShownDelivery) => Promise<DeliveryOutcome>;
  /** Records attempts that have ended. */
  readonly record: (outcomes: readonly DeliveryOutcome[]) => Promise<void>;
  readonly onError: (error: unknown) => void;
}

export interface Lane {
  /** Starts the deliveries that are due; further ones start as requests end. */
  run(): void;
  /** Starts nothing more, and resolves once what is under way is recorded, or cannot be. */
  stop(): Promise<void>;
  /** Resolves when nothing is under way. */
  idle(): Promise<void>;
}

/**
 * Sends the deliveries of one endpoint. First attempts start in the order of their sequence numbers, except that one
 * which concerns the same account or operation as an earlier one waits until that has had its first attempt: so a
 * receiver gets them in order, while those of other accounts are sent at the same time. A failed delivery is retried on
 * its own and holds up no other.
 */
export const openLane = (deps: LaneDeps): Lane => {
  const { deliveries, endpointId } = deps;
  /** Read and not started yet. */
  let waiting: ShownDelivery[] = [];
  /** Started, or ended and not recorded yet. */
  const started = new Set<string>();
  /** Accounts and operations whose first attempt is under way. */
  const busy = new Set<string>();
  let first = 0;
  let retries = 0;
  /** The last sequence number that was read. */
  let read = 0;
  let ended: DeliveryOutcome[] = [];
  let working: Promise<void> | undefined;
  let again = false;
  let stopped = false;
  const resolveIdle: (() => void)[] = [];

  const keysOf = ({ notification: { account_id, correlation, id } }: ShownDelivery): string[] => {
    const keys = [account_id, correlation].filter((key) => key !== null);
    return keys.length > 0 ? keys : [id];
  };

  const startFirst = (): void => {
    const blocked = new Set(busy);
    const rest: ShownDelivery[] = [];
    for (const delivery of waiting) {
      const keys = keysOf(delivery);
      if (first + retries < PARALLEL && !keys.some((key) => blocked.has(key))) start(delivery, keys);
      else rest.push(delivery);
      for (const key of keys) blocked.add(key);
    }
    waiting = rest;
  };

  const start = (delivery: ShownDelivery, keys: readonly string[]): void => {
    const isRetry = delivery.state === 'retrying';
    started.add(delivery.id);
    if (isRetry) retries += 1;
    else first += 1;
    for (const key of keys) busy.add(key);
    void deps.attempt(delivery).then((outcome) => {
      if (isRetry) retries -= 1;
      else first -= 1;
      for (const key of keys) busy.delete(key);
      ended.push(outcome);
      if (!stopped) startFirst();
      run();
    });
  };

  const work = async (): Promise<void> => {
    const outcomes = ended;
    ended = [];
    if (outcomes.length > 0) {
      try {
        await deps.record(outcomes);
      } catch (error) {
        // Not recorded: recorded again with the next ones, because the receiver has them.
        ended = [...outcomes, ...ended];
        throw error;
      }
      for (const { delivery } of outcomes) started.delete(delivery.id);
    }
    if (stopped) return;
    if (waiting.length < BATCH / 2) {
      const more = await deliveries.pending(endpointId, read, BATCH);
      read = more.at(-1)?.sequence ?? read;
      waiting.push(...more);
    }
    const room = Math.min(PARALLEL_RETRIES - retries, PARALLEL - first - retries);
    if (room > 0) {
      const due = await deliveries.retries(endpointId, deps.clock.now(), room + started.size);
      for (const delivery of due.filter(({ id }) => !started.has(id)).slice(0, room)) start(delivery, []);
    }
    startFirst();
  };

  const run = (): void => {
    again = true;
    working ??= loop()
      .catch(deps.onError)
      .finally(() => {
        working = undefined;
        // A request ended after the loop and before this.
        if (again) run();
        else if (isIdle()) for (const resolve of resolveIdle.splice(0)) resolve();
      });
  };

  const loop = async (): Promise<void> => {
    while (again) {
      again = false;
      await work();
    }
  };

  /** A lane that is stopped gives up what it cannot record: that is sent again. */
  const isIdle = (): boolean => first + retries === 0 && (stopped || started.size === 0);

  const idle = async (): Promise<void> => {
    while (working || !isIdle()) {
      if (working) await working;
      else await new Promise<void>((resolve) => resolveIdle.push(resolve));
    }
  };

  return {
    run,
    async stop() {
      stopped = true;
      waiting = [];
      run();
      await idle();
    },
    idle,
  };
};
