import type { Ids } from '../values/ids.ts';
import type { Queues } from '../values/queues.ts';
import type { Turn } from '../values/steps.ts';
import type { Clock, Millis } from '../values/time.ts';

export interface World {
  readonly clock: Clock;
  readonly ids: Ids;
  /** Resolves after this many milliseconds of the system clock. */
  readonly pause: (milliseconds: Millis) => Promise<void>;
  /** Queues in which requests of this process wait for one another. */
  readonly queues: Queues;
  /** Long work awaits this between its steps, so that no request blocks the event loop. */
  readonly turn: Turn;
}
