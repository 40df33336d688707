import type { Database, Row } from '../../src/adapters/storage/database.ts';
import { revenueOf } from './revenue-oracle.ts';
import { differences, tally } from './sums.ts';

const SUBSCRIPTIONS = 'SELECT * FROM subscriptions ORDER BY uuid';
const MOVEMENTS = 'SELECT * FROM mrr_movements ORDER BY subscription_id, id';
const PAST_DUE =
  'SELECT DISTINCT j.subscription_id FROM adjustments j JOIN invoices i ON i.site_id = j.site_id AND i.uuid = j.invoice_id ' +
  "WHERE i.type = 'charge' AND i.state = 'past_due' AND j.subscription_id IS NOT NULL";
const DISCOUNTS =
  'SELECT r.uuid, r.account_id, r.subscription_id, c.* FROM redemptions r JOIN coupons c ON c.site_id = r.site_id AND c.key = r.coupon_key ' +
  'WHERE r.ended_at IS NULL AND NOT r.single_use AND r.active_until IS NULL ORDER BY r.created_at, r.uuid';

const cents = (row: Row, name: string): number => Number(row[name] ?? 0);
const nameOf = ({ uuid, subscription_id }: Row): string => String(uuid ?? subscription_id);

/**
 * Checks the recurring revenue: movements add up to it, and it is what an independent calculation makes of the terms of
 * each subscription, its permanent coupons and its invoices. Returns one line for each discrepancy.
 */
export const revenueAgrees = async (database: Database): Promise<string[]> => {
  const [subscriptions, movements, pastDue, discounts] = await Promise.all([
    database.all(SUBSCRIPTIONS),
    database.all(MOVEMENTS),
    database.all(PAST_DUE),
    database.all(DISCOUNTS),
  ]);
  const owing = new Set(pastDue.map(nameOf));
  const stateOf = ({ mrr }: Row): { in_cents: number; past_due: boolean; written_off_until?: number } =>
    JSON.parse(String(mrr));
  const chains = Map.groupBy(movements, nameOf);
  return [
    ...subscriptions.filter(({ mrr }) => mrr === null).map((row) => `The revenue of ${nameOf(row)} is not recorded`),
    ...differences(
      'The movements of the revenue of a subscription',
      tally(movements, nameOf, (row) => cents(row, 'amount_in_cents')),
      tally(subscriptions, nameOf, (row) => stateOf(row).in_cents),
    ),
    ...differences(
      'The movements of the paid revenue of a subscription',
      tally(movements, nameOf, (row) => cents(row, 'amount_in_cents') - cents(row, 'past_due_in_cents')),
      tally(subscriptions, nameOf, (row) => cents(row, 'mrr_in_cents')),
    ),
    ...differences(
      'The revenue of a subscription',
      tally(subscriptions, nameOf, (row) => stateOf(row).in_cents),
      tally(subscriptions, nameOf, (row) =>
        stateOf(row).written_off_until
          ? 0
          : revenueOf(
              row,
              discounts.filter((each) => each.account_id === row.account_id),
            ),
      ),
    ),
    ...subscriptions
      .filter((row) => stateOf(row).in_cents > 0 && stateOf(row).past_due !== owing.has(nameOf(row)))
      .map((row) => `The revenue of ${nameOf(row)} is past due: ${stateOf(row).past_due}, unlike its invoices`),
    ...[...chains.values()].flatMap(unchained),
  ];
};

/** Each movement begins where the one before has ended. */
const unchained = (movements: readonly Row[]): string[] => {
  let mrr = 0;
  return movements.flatMap((row) => {
    mrr += cents(row, 'amount_in_cents');
    return mrr === cents(row, 'mrr_in_cents') || row.kind === 'transfer'
      ? []
      : [`The movement ${row.kind} of ${nameOf(row)} ends at ${row.mrr_in_cents}, not at ${mrr}`];
  });
};
