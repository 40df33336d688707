import type { DueItem, FailedItem } from '../../domain/due/item.ts';
import type { ListedWork } from '../../domain/due/work.ts';
import { type GatewayOutage, NO_GATEWAY } from '../../domain/gateway-outages/outage.ts';
import type { ShownInvoice } from '../../domain/invoices/record.ts';
import type { Intent } from '../../domain/payments/intent.ts';
import type { Storage } from '../../ports/storage.ts';
import type { World } from '../../ports/world.ts';
import type { Site } from '../../resources/site.ts';
import { isoTime } from '../../values/time.ts';
import { dismissedWork, failedWork, lateWorkUpTo, needFailedItem, waitingCollections } from './due.ts';

interface Deps {
  readonly storage: Storage;
  readonly world: Pick<World, 'clock'>;
}

/** Due work of a site that needs attention, in groups that are cut separately. */
export interface OpenWork {
  /** Outages of gateways and the collections that wait for them, the longest first. */
  readonly waiting: readonly ListedWork[];
  /** Failed work: it waits for the next attempt, or is parked. */
  readonly failed: readonly ListedWork[];
  /** Due work that no worker has begun in time. */
  readonly late: readonly ListedWork[];
  /** Whether a group has more items than were asked for. */
  readonly hasMore: boolean;
}

/**
 * Returns the due work of a site that failed, is late or waits for a gateway: at most `limit` items a group. `kind`:
 * only failed and late work of this kind.
 */
export const openWork =
  (deps: Deps) =>
  async (site: Site, limit: number, kind?: string): Promise<OpenWork> => {
    const [{ outages, invoices: waiting }, failing, { items: late, hasMore }] = await Promise.all([
      waitingCollections(deps)(site, limit + 1),
      failedWork(deps)(site, limit + 1, kind),
      lateWorkUpTo(deps)(site, limit, { kind }),
    ]);
    const [invoices, failed] = [waiting.slice(0, limit), failing.slice(0, limit)];
    const codeOf = accountCodes(deps, site);
    return {
      waiting: [
        ...outages.map((outage) => listedOutage(site, outage)),
        ...invoices.map((invoice) => listedCollection(site, outages, invoice)),
      ],
      failed: await Promise.all(failed.map((item) => listedFailure(site, item, codeOf))),
      late: await Promise.all(late.map((item) => listedLate(site, item, codeOf))),
      hasMore: hasMore || waiting.length > limit || failing.length > limit,
    };
  };

/** Returns the failed due work of a site that was dismissed, of one kind if given: at most `limit` items. */
export const dismissedItems =
  (deps: Deps) =>
  async (site: Site, limit: number, kind?: string): Promise<readonly ListedWork[]> => {
    const codeOf = accountCodes(deps, site);
    return Promise.all((await dismissedWork(deps)(site, limit, kind)).map((item) => listedFailure(site, item, codeOf)));
  };

/** Due work that failed, with the invoice or the subscription that it is about. */
export interface ShownWork extends ListedWork {
  /** The number of the invoice that the item is about; null where it is about something else. */
  readonly invoice_number: number | null;
  /** The uuid of the subscription that the item is about; null where it is about something else. */
  readonly subscription_uuid: string | null;
}

/** Returns failed due work of a site. Throws `not_found`. */
export const findWork =
  (deps: Deps) =>
  async (site: Site, kind: string, id: string): Promise<ShownWork> => {
    const records = deps.storage.of(site.id);
    const item = await needFailedItem(records, kind, id);
    const [listed, invoice, subscription] = await Promise.all([
      listedFailure(site, item, accountCodes(deps, site)),
      records.invoices.find(id),
      records.subscriptions.find(id),
    ]);
    return {
      ...listed,
      invoice_number: invoice?.invoice_number ?? null,
      subscription_uuid: subscription?.uuid ?? null,
    };
  };

/** A payment intent whose outcome is not recorded yet, with the account whose money moves. */
export interface OpenIntent extends Pick<Intent, 'id' | 'kind' | 'gateway_code' | 'correlation' | 'leased_until_ms'> {
  readonly site: string;
  readonly account_code: string | null;
  /** Whether the operation at the gateway is to be reversed. */
  readonly reversing: boolean;
}

/**
 * Returns the payment intents of a site whose outcome is not recorded yet, the one whose lease ends first, first.
 * Authorizations that wait for their capture are not among them.
 */
export const listOpenIntents =
  (deps: Deps) =>
  async (site: Site): Promise<readonly OpenIntent[]> => {
    const codeOf = accountCodes(deps, site);
    // Leases of authorizations end on the site's clock, all after its beginning.
    const open = await deps.storage.of(site.id).intents.expired(Number.MAX_SAFE_INTEGER, 0);
    return Promise.all(
      open.map(async ({ id, kind, subject, gateway_code, correlation, leased_until_ms, reversing }) => ({
        ...{ id, kind, gateway_code, correlation, leased_until_ms, reversing },
        site: site.subdomain,
        account_code: await codeOf(subject),
      })),
    );
  };

type CodeOf = (subject: string) => Promise<string | null>;

/** Returns the code of the account that is the subject of an item; null where it has another subject. */
const accountCodes = ({ storage }: Deps, { id }: Site): CodeOf => {
  const known = new Map<string, Promise<string | null>>();
  const find = async (subject: string) => (await storage.of(id).accounts.byId(subject))?.account_code ?? null;
  return (subject) => {
    const code = known.get(subject) ?? find(subject);
    known.set(subject, code);
    return code;
  };
};

const listedFailure = async (
  { subdomain: site }: Site,
  { at, kind, id, subject, status, failures, retry_at_ms, error }: FailedItem,
  codeOf: CodeOf,
): Promise<ListedWork> => ({
  ...{ site, at, kind, id, status, failures, retry_at_ms, error },
  account_code: await codeOf(subject),
  next_at: null,
});

const listedLate = async (
  { subdomain: site }: Site,
  { at, kind, id, subject }: DueItem,
  codeOf: CodeOf,
): Promise<ListedWork> => ({
  ...{ site, at, kind, id },
  account_code: await codeOf(subject),
  status: 'late',
  failures: 0,
  retry_at_ms: null,
  next_at: null,
  error: 'No worker has begun it in five minutes.',
});

/** No gateway could answer that would end the outage `none`; its end is checked all the same. */
const hasAnswered = ({ gateway_code, answered_at }: GatewayOutage): boolean =>
  answered_at !== null && gateway_code !== NO_GATEWAY;

const outageWords = ({ gateway_code, error_code, answered_at }: GatewayOutage): string => {
  if (gateway_code === NO_GATEWAY) return 'No gateway of the site takes these payments.';
  return `The gateway ${answered_at === null ? `does not answer (${error_code})` : `answered at ${isoTime(answered_at)}`}.`;
};

const listedOutage = ({ subdomain: site }: Site, outage: GatewayOutage): ListedWork => ({
  ...{ site, at: outage.since, kind: 'gateway_outage', id: outage.gateway_code },
  account_code: null,
  status: hasAnswered(outage) ? 'ending' : 'waiting',
  failures: null,
  retry_at_ms: null,
  next_at: null,
  error: outageWords(outage),
});

/** Returns why a collection is postponed. */
const reasonOf = (outages: readonly GatewayOutage[], gateway: string | null): string => {
  if (gateway === null) return 'No gateway takes the payment.';
  const outage = outages.find(({ gateway_code }) => gateway_code === gateway);
  return `Waits for the gateway ${gateway}${outage ? ` (${outage.error_code})` : ''}.`;
};

const listedCollection = (
  { subdomain: site }: Site,
  outages: readonly GatewayOutage[],
  { uuid, account_code, unanswered_since, unanswered_gateway, attempt_next_collection_at }: ShownInvoice,
): ListedWork => ({
  ...{ site, account_code, at: unanswered_since ?? 0, kind: 'collection', id: uuid },
  status: 'postponed',
  failures: null,
  retry_at_ms: null,
  next_at: attempt_next_collection_at,
  error: reasonOf(outages, unanswered_gateway),
});
