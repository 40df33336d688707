import type { Amount, ChargesAfterEnd } from '../../domain/mail/facts.ts';
import { nextBoundary } from '../../domain/subscriptions/boundary.ts';
import type { SubscriptionRecord } from '../../domain/subscriptions/record.ts';
import { usageCharges } from '../../domain/subscriptions/usage.ts';
import type { Records } from '../../ports/storage.ts';
import { siteQuery } from '../site-query.ts';

type Read = Pick<Records, 'invoices' | 'adjustments'>;

/** Pending charges that are summed up. */
const MOST_PENDING = 1000;

/**
 * Returns what the customer of a subscription that was canceled, removed or ended is still charged: earlier invoices of
 * the account, and what the subscription itself will bill until it expires.
 */
export const readChargesAfterEnd = async (
  { invoices, adjustments }: Read,
  ended: SubscriptionRecord,
): Promise<ChargesAfterEnd> => {
  const { account_id, currency, expires_at, activated_at } = ended;
  const open = await invoices.openCharges(account_id);
  const pending = await adjustments.pending(account_id, currency, MOST_PENDING);
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

/** Returns the sum of each currency, in the order of the invoices. */
const sums = (open: readonly { readonly currency: string; readonly balance_in_cents: number }[]): Amount[] =>
  [...Map.groupBy(open, ({ currency }) => currency)].map(([currency, some]) => ({
    currency,
    amount_in_cents: some.reduce((sum, { balance_in_cents }) => sum + balance_in_cents, 0),
  }));
