import type { World } from '../../ports/world.ts';
import { Failure } from '../../values/failure.ts';
import type { QueuePlace } from '../../values/queues.ts';
import type { Millis } from '../../values/time.ts';

/** Time an operation waits while none in the queue starts. Milliseconds. */
const PATIENCE_MS = 2_000;
/** Milliseconds between two checks of whether an operation can continue. */
export const STEP_MS = 20;

type QueueDeps = { readonly world: Pick<World, 'clock' | 'pause' | 'queues'> };

/**
 * Runs `work` after all earlier operations of a queue in this process, and holds the queue until it is done. Unlike an
 * intent, the queue lets each operation see the result of the previous one. Throws `simultaneous_request` when no
 * operation of the queue starts for too long.
 */
export const inQueue = async <T>(
  { world: { clock, pause, queues } }: QueueDeps,
  name: string,
  work: (place: QueuePlace) => Promise<T>,
): Promise<T> => {
  const place = queues.join(name, clock.now());
  let served = false;
  try {
    while (!place.isFirst()) {
      refuseImpatient(clock.now(), place);
      await Promise.race([place.first, pause(STEP_MS)]);
    }
    const done = await work(place);
    served = true;
    return done;
  } finally {
    place.leave(clock.now(), served);
  }
};

/** Runs `work` if no other operation of a queue in this process runs or waits. Throws `simultaneous_request`. */
export const onlyIfFirst = async <T>(
  { world: { clock, queues } }: QueueDeps,
  name: string,
  work: () => Promise<T>,
): Promise<T> => {
  const place = queues.join(name, clock.now());
  let served = false;
  try {
    if (!place.isFirst()) throw new Failure('simultaneous_request');
    const done = await work();
    served = true;
    return done;
  } finally {
    place.leave(clock.now(), served);
  }
};

/** Throws `simultaneous_request` when no operation of the queue has started for too long. */
export const refuseImpatient = (now: Millis, place: QueuePlace): void => {
  if (now >= place.waitsSince() + PATIENCE_MS) throw new Failure('simultaneous_request');
};
