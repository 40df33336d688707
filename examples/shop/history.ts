import { decimalAmount } from './amounts.ts';
import type { HistoricInvoice, Mail, SandboxClock, Subscription } from './sandbox-api.ts';

/** An event in a customer's history. The page puts it into words. */
export type HistoryEntry =
  | {
      readonly at: string;
      readonly what: 'started' | 'stopped' | 'ended';
      readonly name: string;
      readonly until?: string;
    }
  | { readonly at: string; readonly what: 'mail'; readonly subject: string }
  | {
      readonly at: string;
      readonly what: 'invoice';
      readonly number: string;
      readonly type: string;
      readonly origin: string;
      /** The state of the invoice; for a past-due one, what is awaited: `to_confirm` (the customer), or `retried`. */
      readonly state: string;
      readonly amount: string;
      readonly currency: string;
    };

/** Returns what happened until now, newest first. Of one moment, what caused an invoice stands before it. */
export const historyOf = (
  { now }: Pick<SandboxClock, 'now'>,
  subscriptions: readonly Subscription[],
  invoices: readonly HistoricInvoice[],
  mails: readonly Mail[],
): HistoryEntry[] => {
  const happened = [...mails.flatMap(ofMail), ...invoices.map(ofInvoice), ...subscriptions.flatMap(ofSubscription)];
  return happened.filter(({ at }) => at !== '' && at <= now).sort((a, b) => (a.at < b.at ? 1 : a.at > b.at ? -1 : 0));
};

/** Mail of dunning, and of a stop: a subscription that goes on after all no longer says that it was stopped. */
const SHOWN = ['payment_failed', 'payment_confirmation', 'subscription_canceled'];

const ofMail = ({ kind, subject, queued_at }: Mail): HistoryEntry[] =>
  SHOWN.includes(kind) ? [{ at: queued_at, what: 'mail', subject }] : [];

const ofInvoice = (invoice: HistoricInvoice): HistoryEntry => ({
  at: invoice.created_at,
  what: 'invoice',
  number: invoice.number ?? '',
  type: invoice.type,
  origin: invoice.origin,
  state: stateOf(invoice),
  amount: decimalAmount(invoice.total, invoice.currency),
  currency: invoice.currency,
});

const stateOf = ({ state, payments, next_attempt_at }: HistoricInvoice): string => {
  if (state !== 'past_due') return state;
  // The bank wants the customer to confirm the payment (3-D Secure), so it is not retried.
  if (payments.at(-1)?.error_code === 'three_d_secure_action_required') return 'to_confirm';
  return next_attempt_at ? 'retried' : state;
};

const ofSubscription = ({ name, state, activated_at, canceled_at, expires_at }: Subscription): HistoryEntry[] => [
  ...(activated_at ? [{ at: activated_at, what: 'started', name } as const] : []),
  ...(canceled_at
    ? [{ at: canceled_at, what: 'stopped', name, ...(expires_at ? { until: expires_at } : {}) } as const]
    : []),
  ...(state === 'expired' && expires_at ? [{ at: expires_at, what: 'ended', name } as const] : []),
];
