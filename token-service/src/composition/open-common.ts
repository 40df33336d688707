import { randomBytes } from 'node:crypto';
import type { World } from '@service/billing/ports/world.ts';
import { siteTrouble } from '@service/billing/queries/due.ts';
import type { Logger } from 'pino';
import type { OpenStorage } from '../adapters/storage/storage.ts';
import type { Config } from '../config.ts';
import { health } from '../http/health.ts';
import { type HealthPart, healthCheck } from '../http/health-check.ts';
import { anonymousLimits } from '../http/limits/anonymous.ts';
import { memoryLimiter } from '../http/limits/memory-limiter.ts';
import { noLimits } from '../http/limits/rate-limiter.ts';
import { live } from '../http/live.ts';
import { loggedAddress } from '../http/logged-address.ts';
import { siteWatch } from '../worker/site-watch.ts';
import type { WorkerSigns } from '../worker/worker-signs.ts';
import { clockPart, type TimedServer } from './health/clock-part.ts';
import { sitesPart } from './health/sites-part.ts';
import type { SharedState } from './shared-state.ts';

interface CommonParts {
  readonly config: Config;
  readonly world: World;
  readonly opened: OpenStorage;
  readonly shared: SharedState;
  readonly log: Logger;
  /** Whether the process was asked to stop: balancers send it no more requests. */
  readonly leaving: () => boolean;
  /** Whether it refuses new requests. */
  readonly draining: () => boolean;
  readonly signs: Pick<WorkerSigns, 'look'>;
  /** The time of the database server; undefined if it has no other clock than this machine. */
  readonly databaseTime: TimedServer['time'];
  /** The parts that `/health` checks besides storage, shared state, workers, sites and clocks. */
  readonly parts: readonly HealthPart[];
}

/** Milliseconds between two looks at the health of a process, so that its log names trouble where no monitor asks. */
const LOOK = 15_000;

/** Opens what every origin has in common: limits, `/health`, and how addresses of clients are logged. */
export const openCommon = ({
  config,
  world,
  opened,
  shared,
  log,
  leaving,
  draining,
  signs,
  databaseTime,
  parts,
}: CommonParts) => {
  const limited = config.rateLimit !== 'off';
  const anonymous = anonymousLimits(limited ? memoryLimiter(world.clock) : noLimits);
  const { storage, sites } = opened;
  const clocks = clockPart(world.clock, [
    { name: 'database', time: databaseTime },
    ...(shared.redisTime ? [{ name: 'redis', time: shared.redisTime }] : []),
  ]);
  const looked = siteWatch({ sites, troubleOf: siteTrouble({ storage, world }), clock: world.clock });
  const check = healthCheck({
    storage: opened.health,
    parts: [
      ...shared.parts,
      ...parts,
      sitesPart({ sites: looked, signs, clock: world.clock, isWorker: config.serve === 'worker' }),
      clocks,
    ],
    perProcess: shared.perProcess,
    onChange: (finding) => log[finding.status === 'ok' ? 'info' : 'warn'](finding, 'health has changed'),
  });
  const looking = setInterval(() => void check.finding(), LOOK).unref();
  return {
    anonymous,
    limiter: limited ? shared.limiter : noLimits,
    probes: [live(anonymous), health({ check, draining: leaving, anonymous })],
    check,
    loggedAddress: loggedAddress(config.logAddresses, config.logAddressKey ?? randomBytes(32)),
    draining,
    readOnly: config.readOnly,
    log,
    close: () => clearInterval(looking),
  };
};

export type Common = ReturnType<typeof openCommon>;
