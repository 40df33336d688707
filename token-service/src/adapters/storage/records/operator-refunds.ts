import type { OperatorRecords, OperatorRefund } from '@service/billing/ports/operators.ts';
import type { Queries, Value } from '../database.ts';

/** One statement, so that requests of two processes together stay within the limit. */
const SPEND =
  'INSERT INTO operator_refunds (site_id, operator_id, day, currency, amount_in_cents) VALUES ($1, $2, $3, $4, $5) ' +
  'ON CONFLICT (site_id, operator_id, day, currency) DO UPDATE ' +
  'SET amount_in_cents = operator_refunds.amount_in_cents + excluded.amount_in_cents ' +
  'WHERE operator_refunds.amount_in_cents + excluded.amount_in_cents <= $6 RETURNING amount_in_cents';
const OF_REFUND = 'WHERE site_id = $1 AND operator_id = $2 AND day = $3 AND currency = $4';
const SPENT = `SELECT amount_in_cents FROM operator_refunds ${OF_REFUND}`;
const UNSPEND = `UPDATE operator_refunds SET amount_in_cents = amount_in_cents - $5 ${OF_REFUND}`;

const keyOf = ({ site_id, operator_id, day, currency }: Omit<OperatorRefund, 'amount_in_cents'>): Value[] => [
  site_id,
  operator_id,
  day,
  currency,
];

const spentIn = async (queries: Pick<Queries, 'get'>, of: Omit<OperatorRefund, 'amount_in_cents'>): Promise<number> =>
  Number((await queries.get(SPENT, keyOf(of)))?.amount_in_cents ?? 0);

/** Sums of what operators have refunded in a day. */
export const operatorRefundRecords = (queries: Queries): Pick<OperatorRecords, 'spend' | 'spent' | 'unspend'> => ({
  spend: (refund, limit) =>
    queries.transaction(async (inside) => {
      const { amount_in_cents: amount } = refund;
      const added = amount <= limit ? await inside.get(SPEND, [...keyOf(refund), amount, limit]) : undefined;
      if (added) return { spent_in_cents: Number(added.amount_in_cents) - amount, added: true };
      return { spent_in_cents: await spentIn(inside, refund), added: false };
    }),
  spent: (of) => spentIn(queries, of),
  async unspend(refund) {
    await queries.run(UNSPEND, [...keyOf(refund), refund.amount_in_cents]);
  },
});
