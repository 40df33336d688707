import type { Millis } from './time.ts';

/** Queues of operations in this process that wait for the same thing. First come, first served. */
export interface Queues {
  /**
   * Joins a queue at a moment of the system clock, in milliseconds. Every place must be left again, also after a
   * failure.
   */
  join(name: string, now: Millis): QueuePlace;
}

export interface QueuePlace {
  /** True once every earlier place has been left. */
  isFirst(): boolean;
  /** Settles then. */
  readonly first: Promise<void>;
  /** Returns the time at which the queue last moved, in milliseconds; a waiter times out by it. */
  waitsSince(): Millis;
  /** `served`: the operation ran to completion. */
  leave(now: Millis, served: boolean): void;
}

interface Waiter extends QueuePlace {
  readonly call: () => void;
}

interface Queue {
  readonly places: Waiter[];
  servedAt: Millis;
}

export const openQueues = (): Queues => {
  const queues = new Map<string, Queue>();
  return {
    join(name, now) {
      const queue = queues.get(name) ?? { places: [], servedAt: now };
      queues.set(name, queue);
      const { promise: first, resolve: call } = Promise.withResolvers<void>();
      const place: Waiter = {
        first,
        call,
        isFirst: () => queue.places[0] === place,
        waitsSince: () => Math.max(now, queue.servedAt),
        leave(then, served) {
          queue.places.splice(queue.places.indexOf(place), 1);
          if (served) queue.servedAt = then;
          queue.places[0]?.call();
          if (queue.places.length === 0) queues.delete(name);
        },
      };
      queue.places.push(place);
      queue.places[0]?.call();
      return place;
    },
  };
};
