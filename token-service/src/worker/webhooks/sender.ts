import type { WebhookEndpoint } from '@service/billing/domain/webhooks/endpoint.ts';
import type { DeliveryOutcome } from '@service/billing/engine/webhooks/record-outcomes.ts';
import type { SiteRecords } from '@service/billing/ports/sites.ts';
import type { Storage } from '@service/billing/ports/storage.ts';
import type { EndpointCipher } from '@service/billing/ports/webhooks.ts';
import type { Site } from '@service/billing/resources/site.ts';
import { DAY_MS, HOUR_MS, type Millis, type SystemClock } from '@service/billing/values/time.ts';
import type { Logger } from 'pino';
import { openLoop, type Waiters } from '../loop.ts';
import { type ReadLines, unreadableSites } from '../unreadable-sites.ts';
import { attemptDelivery } from './attempt.ts';
import { type Lane, openLane } from './lane.ts';
import type { Poster } from './post.ts';

/** The longest sleep: a signal can be lost. Milliseconds. */
const LONGEST_SLEEP = 30_000;
/** Milliseconds after which a process's lease of an endpoint ends, and after which it is renewed. */
const LEASE = 10_000;
const RENEWED_AFTER = 3_000;
/** Deliveries are kept for 15 days. Milliseconds. */
const KEPT_FOR = 15 * DAY_MS;
const SWEPT_AFTER = HOUR_MS;
const SWEPT_AT_ONCE = 500;

const LINES: ReadLines = { unreadable: 'webhooks could not be read', readable: 'webhooks are read again' };

/** Batches of events that are fanned out for one site before other sites have theirs. */
const BATCHES_IN_TURN = 4;

/** The lease of a site that a process claims, besides those of its endpoints. */
const FAN_OUT = 'fan-out';

export interface SenderDeps {
  readonly sites: Pick<SiteRecords, 'withWebhooks'>;
  readonly storage: Storage;
  readonly cipher: Pick<EndpointCipher, 'open'>;
  readonly poster: Poster;
  readonly clock: SystemClock;
  /** Names this process among the holders of leases. */
  readonly holder: string;
  /** Makes the deliveries of a site's queue; returns how many events it took. */
  readonly fanOut: (site: Site) => Promise<number>;
  readonly record: (site: Site, endpointId: string, outcomes: readonly DeliveryOutcome[]) => Promise<void>;
  /** Wakes the sender because events were recorded; returns what ends that. */
  readonly listen: (woken: () => void) => () => void;
  readonly log: Pick<Logger, 'info' | 'warn' | 'error'>;
}

export interface Sender {
  /** Resolves once everything that is due now was attempted and recorded. */
  idle(): Promise<void>;
  /** Whether the deliveries of every site could be read when that was last attempted. */
  isReadable(): boolean;
  /** Ends after the requests under way. */
  close(): Promise<void>;
}

/** An endpoint that this process sends to, as it was read last: a change applies to attempts that follow. */
interface Open {
  site: Site;
  endpoint: WebhookEndpoint;
  readonly lane: Lane;
  stopping: boolean;
}

/**
 * Sends webhooks: makes deliveries of the events in each site's queue, and runs a lane for each active endpoint. An
 * endpoint is leased to one process at a time, so that its order holds; if that process dies, another one continues
 * after the lease, and what it had sent but not recorded is sent again.
 */
export const openSender = (deps: SenderDeps): Sender => {
  const { sites, storage, clock, holder, log } = deps;
  const lanes = new Map<string, Open>();
  const claimedAt = new Map<string, number>();
  /** Another process holds something that this one would claim if that process died. */
  let heldElsewhere = false;
  /** Sites whose queue may have more events than were fanned out in their turn. */
  const backlogged = new Set<string>();
  let sweptAt = Number.NEGATIVE_INFINITY;
  const unreadable = unreadableSites({ clock, log, lines: LINES });

  /** Claims a subject, or renews the claim when that is due. */
  const holds = async (siteId: string, subject: string): Promise<boolean> => {
    const name = `${siteId} ${subject}`;
    const now = clock.now();
    const claimed = claimedAt.get(name);
    if (claimed !== undefined && now >= claimed && now - claimed < RENEWED_AFTER) return true;
    const mine = await storage.of(siteId).webhookEndpoints.claim(subject, holder, now + LEASE);
    if (mine) claimedAt.set(name, now);
    else claimedAt.delete(name);
    heldElsewhere ||= !mine;
    return mine;
  };

  /** Makes deliveries of some of the events of a site's queue. Returns whether there may be more. */
  const fanOutSome = async (site: Site): Promise<boolean> => {
    const { webhookDeliveries } = storage.of(site.id);
    if ((await webhookDeliveries.waiting(1)).length === 0) return false;
    for (let batch = 0; batch < BATCHES_IN_TURN; batch += 1) {
      if (loop.isClosing() || !(await holds(site.id, FAN_OUT)) || (await deps.fanOut(site)) === 0) return false;
    }
    return true;
  };

  const open = (site: Site, endpoint: WebhookEndpoint): Open => {
    const attempt = attemptDelivery(deps);
    const { id } = endpoint;
    const lane = openLane({
      deliveries: storage.of(site.id).webhookDeliveries,
      endpointId: id,
      clock,
      attempt: (delivery) => attempt(opened.site, opened.endpoint, delivery),
      record: (outcomes) => deps.record(opened.site, id, outcomes),
      onError: (error) =>
        log.error({ endpoint: id, error: (error as Error).message }, 'webhooks could not be recorded'),
    });
    const opened: Open = { site, endpoint, lane, stopping: false };
    lanes.set(id, opened);
    return opened;
  };

  const runEndpoint = async (site: Site, endpoint: WebhookEndpoint): Promise<void> => {
    const known = lanes.get(endpoint.id);
    // What is under way ends first, without holding up other endpoints.
    if (known?.stopping) return;
    if (endpoint.pause_reason !== null || !(await holds(site.id, endpoint.id))) {
      if (known) void stop(known);
      return;
    }
    const opened = known ?? open(site, endpoint);
    Object.assign(opened, { site, endpoint });
    opened.lane.run();
  };

  const stop = async (opened: Open): Promise<void> => {
    const { site, endpoint, lane } = opened;
    opened.stopping = true;
    await lane.stop();
    lanes.delete(endpoint.id);
    await release(`${site.id} ${endpoint.id}`);
  };

  /** A lease that cannot be released ends by itself. */
  const release = async (name: string): Promise<void> => {
    if (!claimedAt.delete(name)) return;
    const [siteId = '', subject = ''] = name.split(' ');
    try {
      await storage.of(siteId).webhookEndpoints.release(subject, holder);
    } catch (error) {
      log.warn({ error: (error as Error).message }, 'the lease of a webhook endpoint could not be released');
    }
  };

  /** Returns the ids of the site's endpoints. */
  const runSite = async (site: Site): Promise<string[]> => {
    if (await fanOutSome(site)) backlogged.add(site.id);
    const endpoints = await storage.of(site.id).webhookEndpoints.all();
    for (const endpoint of endpoints) await runEndpoint(site, endpoint);
    return endpoints.map(({ id }) => id);
  };

  const endpointsOf = ({ id }: Site): string[] =>
    [...lanes.values()].filter(({ site }) => site.id === id).map(({ endpoint }) => endpoint.id);

  /** Returns the sites that were read. */
  const runSites = async (among: readonly Site[]): Promise<readonly Site[]> => {
    const present = new Set<string>();
    const read: Site[] = [];
    unreadable.keep(among);
    for (const site of among) {
      const rests = unreadable.restsUntil(site.id) !== undefined;
      const endpoints = rests ? undefined : await unreadable.attempt(site, () => runSite(site));
      if (endpoints) read.push(site);
      // What a site that cannot be read has under way goes on.
      for (const id of endpoints ?? endpointsOf(site)) present.add(id);
    }
    for (const opened of lanes.values()) if (!present.has(opened.endpoint.id) && !opened.stopping) void stop(opened);
    return read;
  };

  const sweep = async (among: readonly Site[]): Promise<void> => {
    if (clock.now() - sweptAt < SWEPT_AFTER) return;
    sweptAt = clock.now();
    for (const site of among) {
      const before = clock.now() - KEPT_FOR;
      const some = () =>
        storage.transaction(site.id, (records) => records.webhookDeliveries.sweep(before, SWEPT_AT_ONCE));
      await unreadable.attempt(site, async () => {
        while (!loop.isClosing() && (await some()) >= SWEPT_AT_ONCE);
      });
    }
  };

  /** Returns the milliseconds until a retry of a lane, or the renewal of its lease, is due. */
  const untilNext = async (among: readonly Site[]): Promise<Millis> => {
    const retries = await Promise.all(
      [...lanes.values()].map(({ site, endpoint }) =>
        unreadable.attempt(site, () => storage.of(site.id).webhookDeliveries.nextRetry(endpoint.id)),
      ),
    );
    const rests = among.map(({ id }) => unreadable.restsUntil(id));
    const next = Math.min(...[...retries, ...rests].filter((at) => at !== undefined)) - clock.now();
    const renewal = lanes.size > 0 || heldElsewhere ? RENEWED_AFTER : LONGEST_SLEEP;
    // A retry that is due and under way is in the list too.
    return Math.min(next > 0 ? next : LONGEST_SLEEP, renewal);
  };

  const turn = async (waiters: Waiters): Promise<Millis> => {
    heldElsewhere = false;
    backlogged.clear();
    const among = await sites.withWebhooks();
    const read = await runSites(among);
    if (waiters.present) await Promise.all([...lanes.values()].map(({ lane }) => lane.idle()));
    waiters.release([...backlogged]);
    await sweep(among);
    const milliseconds = backlogged.size > 0 ? 0 : await untilNext(among);
    for (const site of read) if (!unreadable.restsUntil(site.id)) unreadable.passed(site);
    return milliseconds;
  };

  const loop = openLoop({ listen: deps.listen, turn, unreadable });
  loop.start();
  return {
    idle: () => loop.idle(),
    isReadable: unreadable.isEmpty,
    async close() {
      await loop.close();
      await Promise.all([...lanes.values()].map(stop));
      for (const name of [...claimedAt.keys()]) await release(name);
    },
  };
};
