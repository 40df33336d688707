import type { GatewayNotification } from '@service/billing/domain/payments/gateway-notification.ts';

const at = Date.parse('2026-03-15T12:00:00Z') / 1000;

const dispute = {
  dispute: 'dispute-1',
  reference: 'payment-1',
  amount_in_cents: 1000,
  currency: 'USD',
  reason: 'fraudulent',
  fee: { amount_in_cents: 1500, currency: 'USD' },
} as const;

/** A notification of each kind. */
export const NOTIFICATIONS: readonly GatewayNotification[] = [
  { kind: 'settlement_changed', id: 'message-1', at, reference: 'payment-1', settlement: 'returned' },
  { kind: 'dispute_opened', id: 'message-2', at, ...dispute, withdrawn: true, evidence_due_at: at + 7 * 86_400 },
  { kind: 'dispute_opened', id: 'message-3', at, ...dispute, fee: null, withdrawn: false, evidence_due_at: null },
  { kind: 'dispute_closed', id: 'message-4', at, ...dispute, outcome: 'won' },
  { kind: 'dispute_closed', id: 'message-5', at, ...dispute, outcome: 'lost' },
  { kind: 'refund_failed', id: 'message-6', at, reference: 'refund-1', reason: 'lost_or_stolen_card' },
  {
    kind: 'method_updated',
    id: 'message-7',
    at,
    method_reference: 'method-1',
    card_type: 'Visa',
    first_six: null,
    last_four: '1111',
    month: 12,
    year: 2031,
  },
  { kind: 'payment_canceled', id: 'message-8', at, reference: 'payment-1', cause: 'expired' },
];
