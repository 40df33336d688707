import type { Site } from './site.ts';

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
