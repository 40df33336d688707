import type { ShippingAddressRecord } from '../../domain/accounts/record.ts';
import { itemsOf } from '../../domain/coupons/coupon.ts';
import type { ChargesAfterEnd, MailAmount } from '../../domain/mail/facts.ts';
import { nextBoundary } from '../../domain/subscriptions/boundary.ts';
import type { ShownSubscription, SubscriptionRecord } from '../../domain/subscriptions/record.ts';
import { usageCharges } from '../../domain/subscriptions/usage.ts';
import type { Records } from '../../ports/storage.ts';
import type { ItemState } from '../../resources/item.ts';
import { notFound } from '../../values/failure.ts';
import { siteList } from '../lists/site-list.ts';
import { siteQuery } from '../lists/site-query.ts';

type Read = Pick<Records, 'invoices' | 'adjustments'>;

/** Pending charges that are summed up. */
const MOST_PENDING = 1000;

/**
 * Returns the remaining charges after a subscription was canceled, removed or ended: earlier invoices of the account,
 * and the bills of the subscription until it expires.
 */
export const readChargesAfterEnd = async (
  { invoices, adjustments }: Read,
  ended: SubscriptionRecord,
): Promise<ChargesAfterEnd> => {
  const { account_id, currency, expires_at, activated_at } = ended;
  const open = await invoices.openCharges(account_id);
  const pending = await adjustments.pending({ id: account_id, has_children: false }, currency, MOST_PENDING);
  const uninvoiced = pending.reduce(
    (sum, { quantity, unit_amount_in_cents }) => sum + quantity * unit_amount_in_cents,
    0,
  );
  // One that never started is removed.
  const next = ended.state === 'canceled' && activated_at !== null ? nextBoundary(ended) : null;
  return {
    owed: sums(open.filter(({ state }) => state !== 'processing')),
    under_way: sums(open.filter(({ state }) => state === 'processing')),
    uninvoiced: uninvoiced > 0 ? [{ amount_in_cents: uninvoiced, currency }] : [],
    usage: next !== null && expires_at !== null && usageCharges(ended, expires_at).length > 0,
    renews: next !== null && expires_at !== null && next < expires_at,
  };
};

export const findChargesAfterEnd = siteQuery(readChargesAfterEnd);

/** Returns the currency in which an account is subscribed; undefined without a live subscription. */
export const findSubscribedCurrency = siteQuery(
  async ({ subscriptions }, accountId: string): Promise<string | undefined> =>
    (await subscriptions.live(accountId))[0]?.currency,
);

/** Returns the sum of each currency, in the order of the invoices. */
const sums = (open: readonly { readonly currency: string; readonly balance_in_cents: number }[]): MailAmount[] =>
  [...Map.groupBy(open, ({ currency }) => currency)].map(([currency, some]) => ({
    currency,
    amount_in_cents: some.reduce((sum, { balance_in_cents }) => sum + balance_in_cents, 0),
  }));

/** Returns a subscription with what is shown with it. Throws `not_found`. */
export const findSubscription = siteQuery(async (records, uuid: string): Promise<DetailedSubscription> => {
  const [found] = await withDetails(records, [await needSubscription(records, uuid)]);
  return found!;
});

/**
 * Returns a subscription, as an operation has left it, with what is shown with it. `added` are addresses that the
 * operation would add.
 */
export const addDetails = siteQuery(
  async (
    records,
    subscription: Omit<ShownSubscription, 'revision'>,
    added: readonly ShippingAddressRecord[] = [],
  ): Promise<Omit<DetailedSubscription, 'revision'>> => {
    const [found] = await withDetails(records, [subscription], added);
    return found!;
  },
);

/** Lists subscriptions with what is shown with them. */
export const listSubscriptions = siteList(
  ({ subscriptions }) => subscriptions,
  (listed, _, records) => withDetails(records, listed),
);

/** Returns the subscription, whatever its state. Throws `not_found`. */
export const needSubscription = async (
  { subscriptions }: Pick<Records, 'subscriptions'>,
  uuid: string,
): Promise<ShownSubscription> => {
  const found = await subscriptions.find(uuid.replaceAll('-', '').toLowerCase());
  if (!found) throw notFound('Subscription', 'uuid', uuid);
  return found;
};

/** Returns the subscriptions that an invoice has lines of, in the order of its lines. */
export const subscriptionsOnInvoice = async (
  { subscriptions }: Pick<Records, 'subscriptions'>,
  invoiceId: string,
): Promise<readonly ShownSubscription[]> => {
  const found: ShownSubscription[] = [];
  for (const { uuid } of await subscriptions.onInvoice(invoiceId)) {
    const subscription = await subscriptions.find(uuid);
    if (subscription) found.push(subscription);
  }
  return found;
};

/** A subscription with the address that it is shipped to, and the states of its items by their codes. */
export interface DetailedSubscription extends ShownSubscription, SubscriptionDetails {}

interface SubscriptionDetails {
  readonly address: ShippingAddressRecord | undefined;
  readonly item_states: ReadonlyMap<string, ItemState>;
}

/** Returns subscriptions with what is shown with them, read together. `added`: addresses besides the stored ones. */
const withDetails = async <S extends Omit<ShownSubscription, 'revision'>>(
  { shippingAddresses, items }: Pick<Records, 'shippingAddresses' | 'items'>,
  subscriptions: readonly S[],
  added: readonly ShippingAddressRecord[] = [],
): Promise<(S & SubscriptionDetails)[]> => {
  const keys = subscriptions.flatMap(({ shipping_address_key: key }) => (key === null ? [] : [key]));
  const stored = keys.filter((each) => added.every(({ key }) => key !== each));
  const addresses = new Map(
    [...(await shippingAddresses.byKeys(stored)), ...added].map((address) => [address.key, address]),
  );
  const codes = itemsOf(subscriptions.flatMap(({ add_ons, pending }) => [...add_ons, ...(pending?.add_ons ?? [])]));
  const item_states = codes.size > 0 ? await items.states([...codes]) : new Map<string, ItemState>();
  return subscriptions.map((one) => ({
    ...one,
    address: addresses.get(one.shipping_address_key ?? ''),
    item_states,
  }));
};
