import type { ShownDelivery } from '@service/billing/domain/webhooks/delivery.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { openLane } from './lane.ts';

const delivery = (sequence: number, state: 'pending' | 'retrying') =>
  ({ id: `${state}-${sequence}`, sequence, state, notification: { account_id: `${sequence % 7}` } }) as ShownDelivery;

/** Resolves after some turns of the queue of microtasks. */
const turns = async (count: number): Promise<void> => {
  for (let turn = 0; turn < count; turn += 1) await undefined;
};

interface Run {
  readonly pending: number;
  readonly retrying: number;
  /** Microtasks that each attempt, and each record of attempts, takes. */
  readonly attempt: number;
  readonly record: number;
  /** Microtasks until the lane is stopped. */
  readonly stop: number;
  /** Whether nothing can be recorded. */
  readonly broken: boolean;
}

const stopped = async ({ pending, retrying, attempt, record, stop, broken }: Run) => {
  const attempted: string[] = [];
  const recorded: string[] = [];
  const waiting = Array.from({ length: pending }, (_, n) => delivery(n + 1, 'pending'));
  const failing = Array.from({ length: retrying }, (_, n) => delivery(n + 1, 'retrying'));
  const lane = openLane({
    deliveries: {
      pending: async (_, after, limit) => waiting.filter(({ sequence }) => sequence > after).slice(0, limit),
      // A retry is due again as soon as it has failed, as in a backlog of old ones.
      retries: async (_, __, limit) => failing.slice(0, limit),
    },
    endpointId: 'endpoint',
    clock: { now: () => 0 },
    async attempt(one) {
      attempted.push(one.id);
      await turns(attempt);
      return { delivery: one, attempt: {} as never, retryAfter: null };
    },
    async record(outcomes) {
      await turns(record);
      if (broken) throw new Error('There is no database.');
      recorded.push(...outcomes.map(({ delivery: { id } }) => id));
    },
    onError: () => {},
  });
  lane.run();
  await turns(stop);
  const ended = await Promise.race([
    lane.stop().then(() => 'stopped'),
    // Attempts end without help, so the lane has ended before the event loop has gone round twice.
    new Promise<string>((resolve) => setImmediate(() => setImmediate(() => resolve('hangs')))),
  ]);
  return { ended, attempted, recorded };
};

const RUN = fc.record({
  pending: fc.nat(40),
  retrying: fc.nat(40),
  attempt: fc.nat(6),
  record: fc.nat(6),
  stop: fc.nat(60),
  broken: fc.boolean(),
});

test('a lane stops, however its attempts and their records interleave', async () => {
  await fc.assert(
    fc.asyncProperty(RUN, async (run) => {
      const { ended, attempted, recorded } = await stopped(run);
      expect(ended).toBe('stopped');
      if (!run.broken) expect(recorded.toSorted()).toEqual(attempted.toSorted());
    }),
    { numRuns: 2_000 },
  );
});
