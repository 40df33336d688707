import type Stripe from 'stripe';
import { addBalanceTransaction } from '../../objects/balance-transaction.ts';
import { expandedId } from '../../world/state.ts';
import type { SimulatorWorld } from '../../world/world.ts';
import { logMovement } from '../payments/settle.ts';

/** Withdraws the disputed amount and the fee from the merchant's balance, or reinstates the amount. */
export const moveDisputed = (
  world: SimulatorWorld,
  dispute: Stripe.Dispute,
  kind: 'reinstated' | 'withdrawn',
): void => {
  const charge = world.state.charges.need(expandedId(dispute.charge) ?? '');
  const transaction = addBalanceTransaction(world, {
    amount: kind === 'withdrawn' ? -dispute.amount : dispute.amount,
    currency: dispute.currency,
    source: dispute.id,
    type: 'adjustment',
    fee: kind === 'withdrawn' ? world.disputeFee : 0,
  });
  dispute.balance_transactions.push(structuredClone(world.state.balanceTransactions.need(transaction)));
  logMovement(world, kind, dispute.amount, charge, { dispute: dispute.id });
  world.emit(`charge.dispute.funds_${kind}`, dispute);
};
