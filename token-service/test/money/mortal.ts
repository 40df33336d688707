import type { Gateways } from '@service/billing/ports/gateway.ts';
import type { Storage } from '@service/billing/ports/storage.ts';

/** What a process does that others can see: transactions, and calls of a gateway. */
export interface Outside {
  readonly storage: Storage;
  readonly gateways: Gateways;
}

export interface Mortal extends Outside {
  /** Does its work; false when it died over it. */
  survives(work: () => Promise<unknown>): Promise<boolean>;
}

/**
 * A process that is killed at one of its steps: the edges of its calls, before and after each, counted from 0. From
 * then on nothing that it was about to do happens, and it hears of nothing any more.
 */
export const mortal = ({ storage, gateways }: Outside, diesAt = Number.POSITIVE_INFINITY): Mortal => {
  const death = Promise.withResolvers<false>();
  let step = 0;
  const edge = (): Promise<void> => {
    if (step++ < diesAt) return Promise.resolve();
    death.resolve(false);
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
      charge: around(gateways.charge),
      capture: around(gateways.capture),
      void: around(gateways.void),
      refund: around(gateways.refund),
      reverse: around(gateways.reverse),
    },
    survives: (work) => Promise.race([work().then(() => true), death.promise]),
  };
};
