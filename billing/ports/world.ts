import type { Queues } from '../payments/queues.ts';
import type { Site } from '../site.ts';
import type { SystemClock } from '../time.ts';

/** Ids and secrets, injected so that sums and use cases stay the same on every run. */
export interface Ids {
  /** UUIDv7 as 32 hexadecimal digits; later ones sort behind earlier ones of the same process. */
  uuid(): string;
  /** `length` letters and digits nobody can guess. */
  secret(length: number): string;
}

/** On whose behalf a use case runs. */
export interface Caller {
  readonly site: Site;
  /** `key:<id>`, or `command line`. */
  readonly actor: string;
  /** One id from the request to the intent, the gateway call, the outbox and the log. */
  readonly correlation: string;
  /** The `Idempotency-Key` that the request came with: what it becomes is noted under it (DESIGN section 6). */
  readonly idempotency_key?: string | undefined;
}

export interface World {
  readonly clock: SystemClock;
  readonly ids: Ids;
  /** Comes back after so many milliseconds of the system clock. */
  readonly pause: (milliseconds: number) => Promise<void>;
  /** Where requests of this process wait for one another. */
  readonly queues: Queues;
}
