import type { RedemptionRow } from '../../../domain/coupons/record.ts';
import type { InvoiceRecord } from '../../../domain/invoices/record.ts';
import type { MrrMovement } from '../../../domain/revenue/movement.ts';
import type { SubscriptionRecord } from '../../../domain/subscriptions/record.ts';
import type { Records } from '../../../ports/storage.ts';
import type { Ids } from '../../../values/ids.ts';
import type { Discount } from '../../../values/price/cart.ts';
import type { Seconds } from '../../../values/time.ts';
import {
  countriesOf,
  movementsOf,
  movesRevenue,
  permanentDiscounts,
  type RevenueChange,
  revenueNow,
} from './record-revenue.ts';

export interface RevenueWatch {
  /** The records of the transaction, whose writes are watched. */
  readonly records: Records;
  /** Records how the transaction has moved the recurring revenue. */
  recordMovements(): Promise<void>;
}

/**
 * Watches the writes of one transaction that may move recurring revenue: subscriptions, permanent coupons, invoices
 * that become past due, those that no longer are, and the countries of customers. Every writer passes here, so that
 * none can leave a movement out. A plain renewal moves nothing, and costs no statement.
 */
export const watchRevenue = (original: Records, deps: { readonly ids: Ids }): RevenueWatch => {
  const added = new Map<string, SubscriptionRecord>();
  /** The countries of new accounts, which need not be read: that of the address, and that of the payment method. */
  const newAccounts = new Map<string, { readonly address: string | null; readonly method: string | null }>();
  /** Subscriptions, accounts whose coupons changed, and invoices, each with the moment of the last write. */
  const saved = new Map<string, Seconds>();
  const discounted = new Map<string, Seconds>();
  const owed = new Map<string, InvoiceRecord>();
  /** Accounts whose country may have changed, each with the moment of the last write. */
  const located = new Map<string, Seconds>();

  const noteRedemption = (row: RedemptionRow, isMoved: boolean): void => {
    if (isMoved && !row.single_use && row.active_until === null) discounted.set(row.account_id, row.updated_at);
  };
  const noteInvoice = (row: InvoiceRecord): void => {
    if (row.type !== 'charge') return;
    if (row.state === 'past_due' || row.state === 'failed' || row.dunning) owed.set(row.uuid, row);
  };

  const records: Records = {
    ...original,
    accounts: {
      ...original.accounts,
      async add(row) {
        await original.accounts.add(row);
        newAccounts.set(row.id, { address: row.address?.country || null, method: null });
      },
      async save(row) {
        await original.accounts.save(row);
        located.set(row.id, row.updated_at);
        const added = newAccounts.get(row.id);
        if (added) newAccounts.set(row.id, { ...added, address: row.address?.country || null });
      },
    },
    paymentMethods: {
      ...original.paymentMethods,
      async save(row) {
        await original.paymentMethods.save(row);
        if (!row.primary_payment_method) return;
        located.set(row.account_id, row.updated_at);
        const owner = newAccounts.get(row.account_id);
        if (owner) newAccounts.set(row.account_id, { ...owner, method: row.country || null });
      },
    },
    subscriptions: {
      ...original.subscriptions,
      async add(row) {
        const subscription = { ...row, mrr: await revenueNow(original, { ...row, mrr: null }, { discounts: [] }) };
        await original.subscriptions.add(subscription);
        added.set(row.uuid, subscription);
      },
      async save(row) {
        await original.subscriptions.save(row);
        const isNew = added.get(row.uuid);
        if (isNew) added.set(row.uuid, { ...row, mrr: isNew.mrr ?? null });
        else if (movesRevenue(row)) saved.set(row.uuid, row.updated_at);
      },
      async remove(uuid) {
        await original.subscriptions.remove(uuid);
        added.delete(uuid);
        saved.delete(uuid);
      },
    },
    redemptions: {
      ...original.redemptions,
      async add(row) {
        await original.redemptions.add(row);
        noteRedemption(row, row.ended_at === null);
      },
      async save(row) {
        await original.redemptions.save(row);
        noteRedemption(row, row.ended_at !== null);
      },
    },
    invoices: {
      ...original.invoices,
      async add(row) {
        await original.invoices.add(row);
        noteInvoice(row);
      },
      async save(row) {
        await original.invoices.save(row);
        noteInvoice(row);
      },
    },
  };

  /** Returns the subscriptions that earlier transactions added and this one may have moved, and when. */
  const judged = async (): Promise<ReadonlyMap<string, Judged>> => {
    const found = new Map<string, Judged>();
    for (const [account, at] of discounted) {
      for (const subscription of newAccounts.has(account) ? [] : await original.subscriptions.live(account))
        found.set(subscription.uuid, { subscription, at });
    }
    const about = new Map<string, { readonly at: Seconds; readonly invoice?: InvoiceRecord }>();
    for (const [uuid, at] of saved) about.set(uuid, { at });
    for (const invoice of owed.values()) {
      for (const { uuid } of await original.subscriptions.onInvoice(invoice.uuid))
        about.set(uuid, { at: invoice.updated_at, invoice });
    }
    for (const [uuid, why] of about) {
      const subscription = found.get(uuid)?.subscription ?? (await original.subscriptions.find(uuid));
      if (subscription) found.set(uuid, { subscription, ...why });
    }
    for (const [account, at] of located) {
      for (const subscription of newAccounts.has(account) ? [] : await original.subscriptions.live(account)) {
        // Where nothing is earned, nothing moves with the customer.
        if (subscription.mrr?.in_cents && !found.has(subscription.uuid))
          found.set(subscription.uuid, { subscription, at });
      }
    }
    for (const uuid of added.keys()) found.delete(uuid);
    return found;
  };

  const isWrittenOff = async (uuid: string, invoice: InvoiceRecord | undefined): Promise<boolean> =>
    invoice?.state === 'failed' && (await original.invoices.lastOfSubscription(uuid))?.uuid === invoice.uuid;

  const countriesAtSale = async (subscription: SubscriptionRecord): Promise<RevenueChange['countries']> => {
    const buyer = newAccounts.get(subscription.account_id);
    return buyer ? { from: null, to: buyer.address ?? buyer.method } : countriesOf(original, subscription, undefined);
  };

  return {
    records,
    async recordMovements() {
      const movements: MrrMovement[] = [];
      const known = new Map<string, readonly Discount[]>();
      const discountsOn = async ({ account_id, currency }: SubscriptionRecord, at: Seconds) => {
        if (newAccounts.has(account_id) && !discounted.has(account_id)) return [];
        const key = `${account_id} ${currency}`;
        const discounts = known.get(key) ?? (await permanentDiscounts(original, account_id, currency, at));
        known.set(key, discounts);
        return discounts;
      };
      for (const subscription of added.values()) {
        const { uuid, mrr, updated_at: at } = subscription;
        const discounts = mrr?.live ? await discountsOn(subscription, at) : [];
        const after = await revenueNow(original, { ...subscription, mrr: null }, { discounts });
        if (JSON.stringify(after) !== JSON.stringify(mrr)) await original.revenue.keep(uuid, after);
        if (after.in_cents === 0) continue;
        const countries = await countriesAtSale(subscription);
        movements.push(...movementsOf(deps, subscription, { before: undefined, after, at, countries }));
      }
      for (const [uuid, { subscription, at, invoice }] of await judged()) {
        const after = await revenueNow(original, subscription, {
          discounts: await discountsOn(subscription, at),
          isWrittenOff: await isWrittenOff(uuid, invoice),
          ...(invoice ? { isPastDue: await original.revenue.isPastDue(uuid) } : {}),
        });
        const { mrr: before = null } = subscription;
        const isSame = JSON.stringify(after) === JSON.stringify(before);
        if (!isSame) await original.revenue.keep(uuid, after);
        if (isSame && !located.has(subscription.account_id)) continue;
        const countries = await countriesOf(original, subscription, before);
        movements.push(...movementsOf(deps, subscription, { before, after, at, countries }));
      }
      if (movements.length > 0) await original.revenue.append(movements);
    },
  };
};

interface Judged {
  readonly subscription: SubscriptionRecord;
  readonly at: Seconds;
  readonly invoice?: InvoiceRecord;
}
