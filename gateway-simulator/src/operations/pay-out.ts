import type Stripe from 'stripe';
import { invalidRequest } from '../http/api-error.ts';
import { addBalanceTransaction } from '../objects/balance-transaction.ts';
import { newId } from '../world/ids.ts';
import type { SimulatorWorld } from '../world/world.ts';

const DAY = 86_400;

/**
 * Pays out whatever is available of the balance, as an automatic payout for each currency, which arrives at once.
 *
 * @throws {ApiError} 400 when nothing is available
 */
export const payOut = (world: SimulatorWorld): void => {
  const { balanceTransactions, paidOut } = world.state;
  const now = world.clock.seconds();
  const available = balanceTransactions.newest().filter((row) => row.available_on <= now && !paidOut.has(row.id));
  if (available.length === 0) throw invalidRequest('Nothing of the balance is available yet.');
  for (const [currency, rows] of Map.groupBy(available, (row) => row.currency)) {
    const amount = rows.reduce((sum, { net }) => sum + net, 0);
    const payout = world.state.payouts.add(newPayout(world, currency, amount));
    const own = addBalanceTransaction(world, {
      ...{ amount: -amount, currency, source: payout.id, type: 'payout', fee: 0 },
    });
    payout.balance_transaction = own;
    for (const { id } of [...rows, { id: own }]) paidOut.set(id, payout.id);
    world.emit('payout.created', payout);
    world.emit('payout.paid', payout);
  }
};

const newPayout = (world: SimulatorWorld, currency: string, amount: number): Stripe.Payout => ({
  id: newId('po'),
  object: 'payout',
  amount,
  application_fee: null,
  application_fee_amount: null,
  arrival_date: world.clock.seconds() - (world.clock.seconds() % DAY),
  automatic: true,
  balance_transaction: null,
  created: world.clock.seconds(),
  currency,
  description: 'STRIPE PAYOUT',
  destination: null,
  failure_balance_transaction: null,
  failure_code: null,
  failure_message: null,
  livemode: false,
  metadata: {},
  method: 'standard',
  original_payout: null,
  payout_method: null,
  reconciliation_status: 'completed',
  reversed_by: null,
  source_type: 'card',
  statement_descriptor: null,
  status: 'paid',
  trace_id: null,
  type: 'bank_account',
});

/**
 * Lets the bank return a payout: the amount is in the balance again.
 *
 * @throws {ApiError} 400 when it came back before
 */
export const returnPayout = (world: SimulatorWorld, payout: Stripe.Payout): void => {
  if (payout.status !== 'paid') throw invalidRequest(`${payout.id} is ${payout.status}.`, { param: 'payout' });
  payout.status = 'failed';
  payout.failure_code = 'account_closed';
  payout.failure_message = 'The bank account has been closed.';
  payout.failure_balance_transaction = addBalanceTransaction(world, {
    ...{ amount: payout.amount, currency: payout.currency, source: payout.id, type: 'payout_failure', fee: 0 },
  });
  world.emit('payout.failed', payout);
};
