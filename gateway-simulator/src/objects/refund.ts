import type Stripe from 'stripe';
import { newId } from '../world/ids.ts';
import { expandedId } from '../world/state.ts';
import type { SimulatorWorld } from '../world/world.ts';

export const newRefund = (
  world: SimulatorWorld,
  charge: Stripe.Charge,
  facts: Pick<Stripe.Refund, 'amount' | 'metadata' | 'reason' | 'status'>,
): Stripe.Refund => ({
  id: newId(charge.id.startsWith('py') ? 'pyr' : 're'),
  object: 'refund',
  balance_transaction: null,
  charge: charge.id,
  created: world.clock.seconds(),
  currency: charge.currency,
  customer: expandedId(charge.customer),
  customer_account: null,
  destination_details:
    charge.payment_method_details?.type === 'card'
      ? {
          type: 'card',
          card: { reference_status: 'pending', reference_type: 'acquirer_reference_number', type: 'refund' },
        }
      : { type: 'us_bank_transfer', us_bank_transfer: { reference: null, reference_status: null } },
  payment_intent: expandedId(charge.payment_intent),
  payment_method: charge.payment_method,
  ...(facts.status === 'pending' && { pending_reason: 'processing' as const }),
  receipt_number: null,
  source_transfer_reversal: null,
  transfer_reversal: null,
  ...facts,
});
