import type { GatewayNotification } from '@service/billing/domain/payments/gateway-notification.ts';
import { START } from './start.fixture.ts';

/** An event of Stripe, as far as the adapter reads it. */
export interface StripeEvent {
  readonly id: string;
  readonly type: string;
  readonly created: number;
  readonly data: { readonly object?: Readonly<Record<string, unknown>> };
}

const event = (type: string, object: Readonly<Record<string, unknown>>): StripeEvent => ({
  id: `evt_${type.replaceAll(/[._]/g, '')}`,
  type,
  created: START + 60,
  data: { object },
});

/** The site that the payments of these events belong to. */
export const OWN = (site: string) => ({ service_site: site });

const debit = (site: string, more: object = {}) => ({
  id: 'pi_1Debit',
  object: 'payment_intent',
  metadata: OWN(site),
  payment_method_types: ['us_bank_account'],
  cancellation_reason: null,
  ...more,
});

const WITHDRAWN = { amount: -1999, currency: 'usd', fee: 1500, net: -3499, type: 'adjustment' };

const dispute = (more: object = {}) => ({
  id: 'du_1Dispute',
  object: 'dispute',
  amount: 1999,
  currency: 'usd',
  charge: 'ch_1Charge',
  payment_intent: 'pi_1Payment',
  reason: 'fraudulent',
  status: 'needs_response',
  balance_transactions: [WITHDRAWN],
  evidence_details: { due_by: START + 9 * 86_400, has_evidence: false, past_due: false, submission_count: 0 },
  metadata: {},
  ...more,
});

const about = (type: string) => ({ id: event(type, {}).id, at: START + 60 });

const DISPUTED = {
  dispute: 'du_1Dispute',
  reference: 'pi_1Payment',
  amount_in_cents: 1999,
  currency: 'USD',
  reason: 'fraudulent',
  fee: { amount_in_cents: 1500, currency: 'USD' },
} as const;

const OPENED = { ...DISPUTED, kind: 'dispute_opened', evidence_due_at: START + 9 * 86_400 } as const;

const CARD = { brand: 'mastercard', last4: '4444', exp_month: 7, exp_year: 2031 };

/** Events of Stripe for a site, and what they mean. */
export const notificationsFor = (
  site: string,
): readonly { readonly event: StripeEvent; readonly means: GatewayNotification }[] => [
  {
    event: event('payment_intent.succeeded', debit(site)),
    means: {
      kind: 'settlement_changed',
      ...about('payment_intent.succeeded'),
      reference: 'pi_1Debit',
      settlement: 'settled',
    },
  },
  {
    event: event('payment_intent.payment_failed', debit(site)),
    means: {
      kind: 'settlement_changed',
      ...about('payment_intent.payment_failed'),
      reference: 'pi_1Debit',
      settlement: 'returned',
    },
  },
  {
    event: event('payment_intent.canceled', debit(site, { cancellation_reason: 'automatic' })),
    means: { kind: 'payment_canceled', ...about('payment_intent.canceled'), reference: 'pi_1Debit', cause: 'expired' },
  },
  {
    event: event('payment_intent.canceled', debit(site, { cancellation_reason: 'requested_by_customer' })),
    means: { kind: 'payment_canceled', ...about('payment_intent.canceled'), reference: 'pi_1Debit', cause: 'canceled' },
  },
  {
    event: event('refund.updated', { id: 're_1Refund', object: 'refund', status: 'succeeded' }),
    means: {
      kind: 'settlement_changed',
      ...about('refund.updated'),
      reference: 're_1Refund',
      settlement: 'settled',
    },
  },
  {
    event: event('refund.failed', {
      id: 're_1Refund',
      object: 'refund',
      status: 'failed',
      failure_reason: 'lost_or_stolen_card',
      payment_intent: 'pi_1Payment',
      metadata: { service_site: 'another', service_key: 'of-another' },
    }),
    means: {
      kind: 'refund_failed',
      ...about('refund.failed'),
      reference: 're_1Refund',
      reason: 'lost_or_stolen_card',
      payment: 'pi_1Payment',
    },
  },
  {
    event: event('refund.failed', {
      id: 're_1Refund',
      object: 'refund',
      status: 'failed',
      payment_intent: null,
      metadata: { ...OWN(site), service_key: 'of-the-refund' },
    }),
    means: {
      kind: 'refund_failed',
      ...about('refund.failed'),
      reference: 're_1Refund',
      reason: null,
      key: 'of-the-refund',
    },
  },
  {
    event: event('charge.dispute.created', dispute()),
    means: { ...OPENED, ...about('charge.dispute.created'), withdrawn: true },
  },
  {
    event: event('charge.dispute.created', dispute({ balance_transactions: [] })),
    means: { ...OPENED, ...about('charge.dispute.created'), withdrawn: true, fee: null },
  },
  {
    event: event('charge.dispute.created', dispute({ status: 'lost', balance_transactions: [] })),
    means: { ...OPENED, ...about('charge.dispute.created'), withdrawn: true, fee: null },
  },
  {
    event: event('charge.dispute.created', dispute({ status: 'warning_needs_response', balance_transactions: [] })),
    means: { ...OPENED, ...about('charge.dispute.created'), withdrawn: false, fee: null },
  },
  {
    event: event('charge.dispute.updated', dispute({ status: 'prevented', balance_transactions: [] })),
    means: { ...OPENED, ...about('charge.dispute.updated'), withdrawn: false, fee: null },
  },
  {
    event: event('charge.dispute.closed', dispute({ status: 'lost' })),
    means: { kind: 'dispute_closed', ...DISPUTED, ...about('charge.dispute.closed'), outcome: 'lost' },
  },
  {
    event: event(
      'charge.dispute.closed',
      dispute({ status: 'won', balance_transactions: [WITHDRAWN, { ...WITHDRAWN, amount: 1999, fee: -1500 }] }),
    ),
    means: {
      kind: 'dispute_closed',
      ...DISPUTED,
      ...about('charge.dispute.closed'),
      outcome: 'won',
      fee: { amount_in_cents: 0, currency: 'USD' },
    },
  },
  {
    event: event('charge.dispute.closed', dispute({ status: 'warning_closed', balance_transactions: [] })),
    means: { kind: 'dispute_closed', ...DISPUTED, ...about('charge.dispute.closed'), outcome: 'won', fee: null },
  },
  {
    event: event('payment_method.automatically_updated', {
      id: 'pm_1Card',
      object: 'payment_method',
      customer: 'cus_1Customer',
      card: CARD,
    }),
    means: {
      kind: 'method_updated',
      ...about('payment_method.automatically_updated'),
      method_reference: 'cus_1Customer/pm_1Card',
      card_type: 'MasterCard',
      first_six: null,
      last_four: '4444',
      month: 7,
      year: 2031,
    },
  },
];

/** Authentic events that mean nothing to a site. */
export const ignoredFor = (site: string): readonly StripeEvent[] => [
  event('customer.created', { id: 'cus_1Customer', object: 'customer' }),
  event('payment_intent.succeeded', debit(site, { payment_method_types: ['card'] })),
  event('payment_intent.succeeded', debit('another site')),
  event('payment_intent.succeeded', debit(site, { metadata: {} })),
  event('payment_intent.canceled', debit(site, { cancellation_reason: 'abandoned' })),
  event('refund.updated', { id: 're_1Refund', object: 'refund', status: 'pending' }),
  event('charge.dispute.created', dispute({ payment_intent: null })),
  event('payment_method.automatically_updated', { id: 'pm_1Card', customer: null, card: CARD }),
  event('payment_method.automatically_updated', { id: 'pm_1Link', customer: 'cus_1Customer' }),
  // Of Stripe's other kind of events, which have no object.
  { ...event('v1.billing.meter.error_report_triggered', {}), data: {} },
];

/** Authentic events with a field that is missing or malformed, and what is wrong. */
export const malformedFor = (site: string): readonly (readonly [problem: string, event: object])[] => {
  const paid = event('payment_intent.succeeded', debit(site));
  const { balance_transactions: _, ...untold } = dispute();
  return [
    ['data.object.balance_transactions is missing', event('charge.dispute.created', untold)],
    [
      'data.object.balance_transactions[0].fee is missing',
      event('charge.dispute.closed', dispute({ balance_transactions: [{ amount: -1999, currency: 'usd' }] })),
    ],
    [
      'data.object.balance_transactions must be a list',
      event('charge.dispute.updated', dispute({ balance_transactions: {} })),
    ],
    [
      'data.object.evidence_details is missing',
      event('charge.dispute.created', dispute({ evidence_details: undefined })),
    ],
    ['data.object.currency must be a currency of ISO 4217', event('charge.dispute.created', dispute({ currency: 1 }))],
    ['data.object.amount must be an integer', event('charge.dispute.created', dispute({ amount: '1999' }))],
    ['data.object.payment_intent.id is missing', event('charge.dispute.created', dispute({ payment_intent: {} }))],
    ['data.object.id is missing', event('payment_intent.succeeded', debit(site, { id: undefined }))],
    ['data.object.id must be printable text', event('payment_intent.succeeded', debit(site, { id: 'pi_\u0000' }))],
    ['data.object.metadata is missing', event('payment_intent.canceled', debit(site, { metadata: undefined }))],
    ['data.object.metadata must be an object', event('refund.failed', { id: 're_1Refund', metadata: 'none' })],
    [
      'data.object.payment_method_types is missing',
      event('payment_intent.payment_failed', { ...debit(site), payment_method_types: undefined }),
    ],
    ['data.object.status is missing', event('refund.updated', { id: 're_1Refund' })],
    [
      'data.object.card.last4 is missing',
      event('payment_method.automatically_updated', {
        id: 'pm_1Card',
        customer: 'cus_1Customer',
        card: { ...CARD, last4: undefined },
      }),
    ],
    ['id is missing', { ...paid, id: undefined }],
    ['created must be a moment', { ...paid, created: 1.5 }],
    ['data.object is missing', { ...paid, data: {} }],
    ['data is missing', { ...paid, data: undefined }],
    ['type is missing', { ...paid, type: undefined }],
  ];
};
