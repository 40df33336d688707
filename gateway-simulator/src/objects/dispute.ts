import type Stripe from 'stripe';
import { newId } from '../world/ids.ts';
import { expandedId } from '../world/state.ts';
import type { SimulatorWorld } from '../world/world.ts';

/** The texts of evidence that the simulator keeps. */
export const EVIDENCE = [
  'access_activity_log',
  'billing_address',
  'cancellation_policy',
  'cancellation_policy_disclosure',
  'cancellation_rebuttal',
  'customer_communication',
  'customer_email_address',
  'customer_name',
  'customer_purchase_ip',
  'customer_signature',
  'duplicate_charge_documentation',
  'duplicate_charge_explanation',
  'duplicate_charge_id',
  'product_description',
  'receipt',
  'refund_policy',
  'refund_policy_disclosure',
  'refund_refusal_explanation',
  'service_date',
  'service_documentation',
  'shipping_address',
  'shipping_carrier',
  'shipping_date',
  'shipping_documentation',
  'shipping_tracking_number',
  'uncategorized_file',
  'uncategorized_text',
] as const;

const NO_EVIDENCE = Object.fromEntries(EVIDENCE.map((name) => [name, null])) as Record<(typeof EVIDENCE)[number], null>;

/** Seconds that a merchant has to respond. */
const RESPONSE_TIME = 9 * 86_400;

/** Codes of the network Visa for the reasons that test cards have. */
const NETWORK_CODES: Record<string, string> = { fraudulent: '10.4', product_not_received: '13.1' };

export const newDispute = (
  world: SimulatorWorld,
  charge: Stripe.Charge,
  facts: Pick<Stripe.Dispute, 'amount' | 'reason' | 'status'>,
): Stripe.Dispute => {
  const inquiry = facts.status.startsWith('warning');
  const card = charge.payment_method_details?.card;
  return {
    id: newId('du'),
    object: 'dispute',
    balance_transactions: [],
    charge: charge.id,
    created: world.clock.seconds(),
    currency: charge.currency,
    enhanced_eligibility_types: [],
    evidence: { ...NO_EVIDENCE, enhanced_evidence: {} },
    evidence_details: {
      due_by: world.clock.seconds() + RESPONSE_TIME,
      enhanced_eligibility: {},
      has_evidence: false,
      past_due: false,
      submission_count: 0,
      submission_method: 'not_submitted',
    },
    intended_submission_method: null,
    is_charge_refundable: inquiry,
    livemode: false,
    metadata: {},
    payment_intent: expandedId(charge.payment_intent),
    ...(card && {
      payment_method_details: {
        type: 'card' as const,
        card: {
          brand: card.brand ?? '',
          case_type: inquiry ? ('inquiry' as const) : ('chargeback' as const),
          network: card.network ?? '',
          network_reason_code: NETWORK_CODES[facts.reason] ?? null,
        },
      },
    }),
    ...facts,
  };
};
