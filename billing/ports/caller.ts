import type { Site } from '../resources/site.ts';
import type { Seconds } from '../values/time.ts';

/** The party on whose behalf a use case runs. */
export interface Caller {
  readonly site: Site;
  /** The moment of the operation on the site's clock, fixed when it starts. */
  readonly at: Seconds;
  /** `key:<id>`, `customer` (account pages), `command line` or `worker`. */
  readonly actor: string;
  /** One id from the request to the intent, the gateway call, the outbox and the log. */
  readonly correlation: string;
  /** The network address that the request came from; absent for work that no request started. */
  readonly address?: string | undefined;
  /** The `Idempotency-Key` of the request: its outcome is recorded under this key. */
  readonly idempotency_key?: string | undefined;
}
