import type { Gateways } from '@service/billing/ports/gateway.ts';
import type { Storage } from '@service/billing/ports/storage.ts';

/** The effects of a process that others can observe: transactions and gateway calls. */
export interface Effects {
  readonly storage: Storage;
  readonly gateways: Gateways;
}

export interface KillableProcess extends Effects {
  /** Runs the work; false when the process was killed during it. */
  survives(work: () => Promise<unknown>): Promise<boolean>;
}

/**
 * A process that is killed at one of its steps: before or after one of its calls, counted from 0. From then on it
 * starts no call and receives no result.
 */
export const killableProcess = (
  { storage, gateways }: Effects,
  killedAt = Number.POSITIVE_INFINITY,
): KillableProcess => {
  const kill = Promise.withResolvers<false>();
  let step = 0;
  const edge = (): Promise<void> => {
    if (step++ < killedAt) return Promise.resolve();
    kill.resolve(false);
    return new Promise(() => {});
  };
  const around =
    <A extends unknown[], R>(call: (...given: A) => Promise<R>) =>
    async (...given: A): Promise<R> => {
      await edge();
      const answer = await call(...given);
      await edge();
      return answer;
    };
  return {
    storage: { ...storage, transaction: around(storage.transaction) as Storage['transaction'] },
    gateways: {
      ...gateways,
      verify: around(gateways.verify),
      authorize: around(gateways.authorize),
      purchase: around(gateways.purchase),
      capture: around(gateways.capture),
      void: around(gateways.void),
      refund: around(gateways.refund),
      lookup: around(gateways.lookup),
    },
    survives: (work) => Promise.race([work().then(() => true), kill.promise]),
  };
};
