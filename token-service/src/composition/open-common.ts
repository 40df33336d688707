import { randomBytes } from 'node:crypto';
import { siteTrouble } from '@service/billing/queries/work/due.ts';
import type { Millis } from '@service/billing/values/time.ts';
import type { Logger } from 'pino';
import type { SmtpTransport } from '../adapters/mail/smtp-transport.ts';
import type { OpenStorage } from '../adapters/storage/storage.ts';
import type { Config } from '../config.ts';
import type { InvoicePrinter } from '../documents/invoice-pdf/invoice-printer.ts';
import { health } from '../http/health.ts';
import { type HealthPart, healthCheck } from '../http/health-check.ts';
import { anonymousLimits } from '../http/limits/anonymous.ts';
import { memoryLimiter } from '../http/limits/memory-limiter.ts';
import { noLimits } from '../http/limits/rate-limiter.ts';
import { live } from '../http/live.ts';
import { loggedAddress } from '../http/logged-address.ts';
import type { ProcessSigns } from '../runtime/process-signs.ts';
import { serves } from '../runtime/settings/process-part.ts';
import { siteWatch } from '../worker/site-watch.ts';
import { certificatesPart } from './health/certificates-part.ts';
import { clockPart } from './health/clock-part.ts';
import { slowGatewaysPart } from './health/gateways-part.ts';
import { processTroubles } from './health/process-troubles.ts';
import { sitesPart } from './health/sites-part.ts';
import { silentWorkers, workersPart } from './health/workers-part.ts';
import type { Measured } from './metrics/measured.ts';
import type { Engine } from './open-engine.ts';
import { mailParts } from './open-mail.ts';
import { readOnlyParts, type Workers, workParts } from './open-workers.ts';
import type { ProcessEnvironment } from './process-environment.ts';
import type { SharedState } from './shared-state.ts';

interface CommonParts {
  readonly config: Config;
  readonly environment: Pick<ProcessEnvironment, 'world' | 'serverTime'>;
  readonly opened: OpenStorage;
  readonly shared: SharedState;
  readonly log: Logger;
  /** Whether the process was asked to stop: balancers send it no more requests. */
  readonly leaving: () => boolean;
  /** Whether it refuses new requests. */
  readonly draining: () => boolean;
  readonly metrics: Pick<Measured, 'gauge'>;
  readonly signs: Pick<ProcessSigns, 'holder' | 'workers'>;
  readonly printing: InvoicePrinter['load'];
  readonly engine: Pick<Engine, 'slowGateways'>;
  /** The checks of the secrets that cannot be decrypted. */
  readonly unreadable: readonly HealthPart[];
  readonly transport: Pick<SmtpTransport, 'verify'> | undefined;
  /** Undefined until they have started. */
  readonly workers: () => Workers | undefined;
}

/**
 * Milliseconds between two looks at the health of a process, so that its log names trouble where no monitor asks, and
 * mail tells of it within a minute.
 */
const LOOK: Millis = 10_000;
/** Milliseconds between two comparisons with the clock. */
const TICK: Millis = 1_000;

/** Opens what every origin has in common: limits, `/health` and its gauges, and how addresses of clients are logged. */
export const openCommon = ({
  config,
  environment: { world, serverTime },
  opened,
  shared,
  log,
  leaving,
  draining,
  metrics,
  signs,
  printing,
  engine,
  unreadable,
  transport,
  workers,
}: CommonParts) => {
  const limited = config.rateLimit !== 'off';
  const anonymous = anonymousLimits(limited ? memoryLimiter(world.clock) : noLimits);
  const { storage, sites } = opened;
  /** Undefined if the database has no other clock than this machine. */
  const databaseTime = async (): Promise<Millis | undefined> => {
    const time = await opened.serverTime();
    return time === undefined ? undefined : (serverTime?.() ?? time);
  };
  const silent = workersPart(signs);
  const clocks = clockPart(world.clock, [
    { name: 'database', time: databaseTime },
    ...(shared.redisTime ? [{ name: 'redis', time: shared.redisTime }] : []),
  ]);
  const certificates = certificatesPart(config, world.clock);
  const looked = siteWatch({ sites, troubleOf: siteTrouble({ storage, world }), clock: world.clock });
  const check = healthCheck({
    storage: opened.health,
    parts: [
      ...shared.parts,
      ...mailParts({ config, sites, transport, clock: world.clock }),
      ...(serves(config, 'worker') ? workParts(workers) : []),
      ...unreadable,
      slowGatewaysPart({ slow: engine.slowGateways }),
      ...readOnlyParts(config),
      ...certificates.parts,
      silent,
      sitesPart({ sites: looked, signs, clock: world.clock, isWorker: config.serve === 'worker' }),
      clocks,
    ],
    perProcess: shared.perProcess,
    onChange(finding) {
      log[finding.status === 'ok' ? 'info' : 'warn'](finding, 'health has changed');
      if (!config.readOnly) void troubles.report();
    },
  });
  metrics.gauge({
    opened,
    signs,
    certificates: certificates.seen,
    printing,
    tokens: async () => shared.aliveTokens((await sites.all()).map(({ id }) => id)),
    draining: leaving,
    health: check,
    hasRedis: config.tokenStoreUrl !== null,
  });
  const troubles = processTroubles({
    ...{ records: opened.processTroubles, databaseTime, clock: world.clock, finding: check.finding },
    slowGateways: engine.slowGateways,
    holder: signs.holder,
  });
  let lookedAt = world.clock.elapsed();
  const looking = setInterval(() => {
    if (world.clock.elapsed() < lookedAt + LOOK) return;
    lookedAt = world.clock.elapsed();
    void (config.readOnly ? check.finding() : troubles.report());
  }, TICK).unref();
  return {
    anonymous,
    limiter: limited ? shared.limiter : noLimits,
    probes: [live(anonymous), health({ check, draining: leaving, anonymous })],
    check,
    /** The workers that leave no sign, in words. */
    silentWorkers: () => silentWorkers(signs),
    troubles,
    loggedAddress: loggedAddress(config.logAddresses, config.logAddressKey ?? randomBytes(32)),
    draining,
    readOnly: config.readOnly,
    log,
    async close() {
      clearInterval(looking);
      if (!config.readOnly) await troubles.withdraw();
    },
  };
};

export type Common = ReturnType<typeof openCommon>;
