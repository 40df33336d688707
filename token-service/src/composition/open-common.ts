import { randomBytes } from 'node:crypto';
import type { World } from '@service/billing/ports/world.ts';
import { siteTrouble } from '@service/billing/queries/due.ts';
import type { Logger } from 'pino';
import type { OpenStorage } from '../adapters/storage/storage.ts';
import type { Config } from '../config.ts';
import { type HealthPart, health } from '../http/health.ts';
import { anonymousLimits } from '../http/limits/anonymous.ts';
import { memoryLimiter } from '../http/limits/memory-limiter.ts';
import { noLimits } from '../http/limits/rate-limiter.ts';
import { live } from '../http/live.ts';
import { loggedAddress } from '../http/logged-address.ts';
import { siteWatch } from '../worker/site-watch.ts';
import { mailParts } from './open-mail.ts';
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
  /** The parts that `/health` checks besides storage, shared state and the mail server. */
  readonly parts: readonly HealthPart[];
}

/** Opens what both origins have in common: limits, `/health`, and how addresses of clients are logged. */
export const openCommon = ({ config, world, opened, shared, log, leaving, draining, parts }: CommonParts) => {
  const limited = config.rateLimit !== 'off';
  const anonymous = anonymousLimits(limited ? memoryLimiter(world.clock) : noLimits);
  const { storage, sites } = opened;
  return {
    anonymous,
    limiter: limited ? shared.limiter : noLimits,
    probes: [
      live(anonymous),
      health({
        storage: opened.health,
        parts: [...shared.parts, ...(config.readOnly ? [] : mailParts({ config, sites: opened.sites })), ...parts],
        watch: siteWatch({ sites, troubleOf: siteTrouble({ storage, world }), clock: world.clock }),
        perProcess: shared.perProcess,
        draining: leaving,
        anonymous,
        onChange: (finding) => log[finding.status === 'ok' ? 'info' : 'warn'](finding, 'health has changed'),
      }),
    ],
    loggedAddress: loggedAddress(config.logAddresses, config.logAddressKey ?? randomBytes(32)),
    draining,
    readOnly: config.readOnly,
    log,
  };
};

export type Common = ReturnType<typeof openCommon>;
