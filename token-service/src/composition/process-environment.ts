import type { Storage } from '@service/billing/ports/storage.ts';
import type { World } from '@service/billing/ports/world.ts';
import type { Millis } from '@service/billing/values/time.ts';
import type { DestinationStream } from 'pino';
import type { TestGatewayDeps } from '../adapters/gateway/test/test-gateway.ts';
import type { ServerTime } from '../adapters/redis/redis.ts';
import type { Database } from '../adapters/storage/database.ts';

/** The environment of the process, and the replacements for tests. */
export interface ProcessEnvironment {
  readonly world: World;
  readonly logTo?: DestinationStream;
  readonly gatewayLatency?: TestGatewayDeps['latency'];
  /** Replaces the configured database. */
  readonly database?: Database;
  /** Replaces the time of the Redis server. */
  readonly serverTime?: ServerTime;
  /** Milliseconds that a command of Redis may take, if not the usual ones. */
  readonly redisTimeout?: Millis;
  /** Wraps the storage below the recording of events, to compare what is appended with what is written. */
  readonly watchStorage?: (storage: Storage) => Storage;
}
