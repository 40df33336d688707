import type Stripe from 'stripe';
import { newId } from '../world/ids.ts';
import type { SimulatorWorld } from '../world/world.ts';

/** Seconds after which money is available for payouts. */
const AVAILABLE_AFTER = 2 * 86_400;

/** Stripe's published fee for cards in the United States, 2.9 % and 30 cents. Refunds are free here. */
export const paymentFee = (amount: number): number => Math.round(amount * 0.029) + 30;

/** Reporting categories by the type of the change; of all others, they have the same name. */
const CATEGORIES: Readonly<Record<string, string>> = {
  adjustment: 'dispute',
  payment: 'charge',
  payment_refund: 'refund',
  payout_failure: 'payout_reversal',
};

/**
 * Records a change of the account's balance. A positive amount is a payment or comes back from the bank; a negative
 * one goes to the customer or their bank. The fee is taken from the balance too.
 */
export const addBalanceTransaction = (
  world: SimulatorWorld,
  facts: { amount: number; currency: string; source: string; type: Stripe.BalanceTransaction.Type; fee: number },
): string => {
  const { fee } = facts;
  const { id } = world.state.balanceTransactions.add({
    ...facts,
    id: newId('txn'),
    object: 'balance_transaction',
    available_on: world.clock.seconds() + AVAILABLE_AFTER,
    balance_type: 'payments',
    created: world.clock.seconds(),
    description: null,
    exchange_rate: null,
    fee_details: fee
      ? [
          {
            amount: fee,
            application: null,
            currency: facts.currency,
            description: facts.type === 'adjustment' ? 'Dispute fee' : 'Processing fee',
            type: 'stripe_fee',
          },
        ]
      : [],
    net: facts.amount - fee,
    reporting_category: CATEGORIES[facts.type] ?? facts.type,
    status: 'pending',
  });
  return id;
};
