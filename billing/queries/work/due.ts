import { hasArrived } from '../../domain/due/clock-progress.ts';
import type { DueItem, FailedItem } from '../../domain/due/item.ts';
import { type GatewayOutage, NO_GATEWAY } from '../../domain/gateway-outages/outage.ts';
import type { ShownInvoice } from '../../domain/invoices/record.ts';
import { waitOf } from '../../domain/payments/unanswered.ts';
import type { Records, Storage } from '../../ports/storage.ts';
import type { World } from '../../ports/world.ts';
import { type Site, siteTime } from '../../resources/site.ts';
import { notFound } from '../../values/failure.ts';
import { HOUR_MS, type Millis, type Seconds } from '../../values/time.ts';
import { siteQuery } from '../lists/site-query.ts';

/** Maximum number of items shown. */
const MOST_SHOWN = 200;

/** Returns the due work of a site that failed and was not dismissed, the longest overdue first. */
export const failedWork =
  ({ storage }: { readonly storage: Storage }) =>
  ({ id }: Pick<Site, 'id'>, limit = MOST_SHOWN, kind?: string): Promise<readonly FailedItem[]> =>
    storage.of(id).due.failed(limit, ['waiting', 'parked'], kind);

/** Returns the failed due work of a site that an operator has dismissed, the longest overdue first. */
export const dismissedWork =
  ({ storage }: { readonly storage: Storage }) =>
  ({ id }: Pick<Site, 'id'>, limit = MOST_SHOWN, kind?: string): Promise<readonly FailedItem[]> =>
    storage.of(id).due.failed(limit, ['dismissed'], kind);

/** Returns the failed item. Throws `not_found`. */
export const needFailedItem = async (
  { due }: { readonly due: { find(kind: string, id: string): Promise<FailedItem | undefined> } },
  kind: string,
  id: string,
): Promise<FailedItem> => {
  const found = await due.find(kind, id);
  if (!found) throw notFound('DueItem', 'id', `${kind} ${id}`);
  return found;
};

/** Returns a site's clock with how far its due work has come: `reached_at` is `now` where nothing is left. */
export const findClockProgress = siteQuery(async ({ due }: Records, now: Seconds) => {
  const progress = await due.clockProgress();
  const reached_at = progress && !hasArrived(progress) ? progress.reached_at : now;
  return { now, reached_at, items: progress?.items ?? 0 };
});

interface Deps {
  readonly storage: Storage;
  readonly world: Pick<World, 'clock'>;
}

/** Due work is late after so many seconds: a worker begins within one. */
export const LATE_AFTER: Seconds = 300;

/** Due work that is late for so many seconds needs a person, although a worker may run: a short backlog passes. */
export const TOO_LATE_AFTER: Seconds = 15 * 60;

/**
 * Returns due work of a site that no worker has begun although it has been due for so many seconds, five minutes unless
 * others are given, the longest overdue first. Work that a moved clock made due counts from the moment of the move.
 * Failed work is not included.
 */
export const lateWork =
  (deps: Deps) =>
  async (site: Site, limit = MOST_SHOWN, lateAfter = LATE_AFTER): Promise<readonly DueItem[]> =>
    (await lateWorkUpTo(deps)(site, limit, { lateAfter })).items;

/** Returns late work as `lateWork`, of one kind if one is given, and whether there is more than `limit` of it. */
export const lateWorkUpTo =
  ({ storage, world }: Deps) =>
  async (
    site: Site,
    limit: number,
    { lateAfter = LATE_AFTER, kind }: { readonly lateAfter?: Seconds; readonly kind?: string | undefined } = {},
  ): Promise<{ readonly items: readonly DueItem[]; readonly hasMore: boolean }> => {
    const { due } = storage.of(site.id);
    const until = siteTime(site, world.clock) - lateAfter;
    const movedAt = site.clock_offset > 0 ? ((await due.clockProgress())?.target_at ?? 0) : 0;
    if (movedAt > until) return { items: [], hasMore: false };
    const found = await due.overdue(until, limit + 1, kind);
    // Failed work is left out of what was read, so the limit may be reached by fewer late items.
    const items = found.slice(0, limit).filter(({ failures }) => failures === 0);
    return { items, hasMore: found.length > limit };
  };

/**
 * Whether no worker is at a site although work has been due there for so many seconds: due work, retries of it, mail or
 * webhooks.
 */
export const isUnattended =
  (deps: Deps) =>
  async (site: Site, lateAfter: Seconds): Promise<boolean> => {
    const { due, outbox, webhookDeliveries } = deps.storage.of(site.id);
    const now = deps.world.clock.now();
    const before = now - lateAfter * 1000;
    const [items, retry, mail, webhooks] = await Promise.all([
      lateWork(deps)(site, 1, lateAfter),
      due.nextRetry(),
      outbox.nextAttempt(),
      webhookDeliveries.isUnattended(before, now),
    ]);
    const isLate = items.length > 0 || webhooks || [retry, mail].some((at) => at !== undefined && at <= before);
    return isLate && !(await due.busy());
  };

/** A part of the service that does not work at a site, by its name in `/health`, and a sentence that says why. */
export interface SiteTrouble {
  readonly part: string;
  readonly reason: string;
}

/** Webhooks are in trouble once every attempt at an endpoint has failed for so many milliseconds. */
const ENDPOINT_FAILS: Millis = HOUR_MS;

/**
 * Returns the problems of a site: `worker` when work is five minutes late and no worker runs it,
 * `gateway:<subdomain>/<code>` for each outage, and `webhooks` while an endpoint fails.
 */
export const siteTrouble =
  (deps: Deps) =>
  async (site: Site): Promise<readonly SiteTrouble[]> => {
    const { gatewayOutages, webhookEndpoints } = deps.storage.of(site.id);
    const [outages, isLate, endpointFails] = await Promise.all([
      gatewayOutages.all(),
      isUnattended(deps)(site, LATE_AFTER),
      webhookEndpoints.isFailing(deps.world.clock.now() - ENDPOINT_FAILS),
    ]);
    const troubles: SiteTrouble[] = outages.map(({ gateway_code }) => ({
      part: `gateway:${site.subdomain}/${gateway_code}`,
      reason:
        gateway_code === NO_GATEWAY
          ? 'Payments wait that no gateway of their site takes.'
          : 'The gateway does not answer, or refuses the merchant: payments wait for it.',
    }));
    if (isLate) {
      const reason = 'Work is more than five minutes late, and no worker has left a sign for five minutes.';
      troubles.unshift({ part: 'worker', reason });
    }
    if (endpointFails) {
      const reason = 'An endpoint has failed for over an hour, or was paused because it failed.';
      troubles.push({ part: 'webhooks', reason });
    }
    return troubles;
  };

/** The outages of gateways, and the collections that wait for their end. */
export interface WaitingCollections {
  readonly outages: readonly GatewayOutage[];
  /** Invoices whose collection waits, the longest first. */
  readonly invoices: readonly ShownInvoice[];
}

/** Returns the outages of a site's gateways, and the invoices whose collection waits for one. */
export const waitingCollections =
  ({ storage, world }: { readonly storage: Storage; readonly world: Pick<World, 'clock'> }) =>
  async (site: Site, limit = MOST_SHOWN): Promise<WaitingCollections> => {
    const { gatewayOutages, invoices } = storage.of(site.id);
    const since = siteTime(site, world.clock) - waitOf(site);
    const [outages, waiting] = await Promise.all([
      gatewayOutages.all(),
      invoices.waitingForGateway(undefined, since, limit),
    ]);
    return { outages, invoices: waiting };
  };
