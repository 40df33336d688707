import { hasArrived } from '../domain/due/clock-progress.ts';
import type { DueItem, FailedItem } from '../domain/due/item.ts';
import type { GatewayOutage } from '../domain/gateway-outages/outage.ts';
import type { ShownInvoice } from '../domain/invoices/record.ts';
import { WAITS_FOR } from '../domain/payments/unanswered.ts';
import type { Records, Storage } from '../ports/storage.ts';
import type { World } from '../ports/world.ts';
import { type Site, siteTime } from '../resources/site.ts';
import { notFound } from '../values/failure.ts';
import type { Seconds } from '../values/time.ts';
import { siteQuery } from './site-query.ts';

/** Maximum number of items shown. */
const MOST_SHOWN = 200;

/** Returns the due work of a site that failed and was not dismissed, the longest overdue first. */
export const failedWork =
  ({ storage }: { readonly storage: Storage }) =>
  ({ id }: Pick<Site, 'id'>, limit = MOST_SHOWN): Promise<readonly FailedItem[]> =>
    storage.of(id).due.failed(limit, ['waiting', 'parked']);

/** Returns the failed due work of a site that an operator has dismissed, the longest overdue first. */
export const dismissedWork =
  ({ storage }: { readonly storage: Storage }) =>
  ({ id }: Pick<Site, 'id'>, limit = MOST_SHOWN): Promise<readonly FailedItem[]> =>
    storage.of(id).due.failed(limit, ['dismissed']);

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

/**
 * Returns due work of a site that no worker has begun although it has been due for five minutes, the longest overdue
 * first. Work that a moved clock made due counts from the moment of the move. Failed work is not included.
 */
export const lateWork =
  ({ storage, world }: Deps) =>
  async (site: Site, limit = MOST_SHOWN): Promise<readonly DueItem[]> => {
    const { due } = storage.of(site.id);
    const until = siteTime(site, world.clock) - LATE_AFTER;
    const movedAt = site.clock_offset > 0 ? ((await due.clockProgress())?.target_at ?? 0) : 0;
    if (movedAt > until) return [];
    return (await due.overdue(until, limit)).filter(({ failures }) => failures === 0);
  };

/**
 * Whether no worker is at a site although work has been due there for five minutes: due work, retries of it, mail or
 * webhooks.
 */
export const isUnattended =
  (deps: Deps) =>
  async (site: Site): Promise<boolean> => {
    const { due, outbox, webhookDeliveries } = deps.storage.of(site.id);
    const now = deps.world.clock.now();
    const before = now - LATE_AFTER * 1000;
    const [items, retry, mail, webhooks] = await Promise.all([
      lateWork(deps)(site, 1),
      due.nextRetry(),
      outbox.nextAttempt(),
      webhookDeliveries.isUnattended(before, now),
    ]);
    const isLate = items.length > 0 || webhooks || [retry, mail].some((at) => at !== undefined && at <= before);
    return isLate && !(await due.busy());
  };

/**
 * Returns the problems of a site, by the names in `/health`: `worker` when work is late and no worker runs it, and
 * `gateway:<code>` for each outage.
 */
export const siteTrouble =
  (deps: { readonly storage: Storage; readonly world: Pick<World, 'clock'> }) =>
  async (site: Site): Promise<readonly string[]> => {
    const outages = await deps.storage.of(site.id).gatewayOutages.all();
    const gateways = outages.map(({ gateway_code }) => `gateway:${gateway_code}`);
    return (await isUnattended(deps)(site)) ? ['worker', ...gateways] : gateways;
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
    const since = siteTime(site, world.clock) - WAITS_FOR;
    const [outages, waiting] = await Promise.all([
      gatewayOutages.all(),
      invoices.waitingForGateway(undefined, since, limit),
    ]);
    return { outages, invoices: waiting };
  };
