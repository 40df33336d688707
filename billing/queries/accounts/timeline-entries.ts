import type { NoteRecord } from '../../domain/accounts/record.ts';
import type { AuditChanges, AuditEntry } from '../../domain/audit-log/entry.ts';
import { auditSubject, type Subject } from '../../domain/audit-log/subject.ts';
import type { Event, EventRecord } from '../../domain/events/event.ts';
import { eventSubject } from '../../domain/events/event-subject.ts';
import { referencedInvoice } from '../../domain/invoices/invoice-name.ts';
import { dateOf, type MessageStatus, type OutboxMessage } from '../../domain/outbox/message.ts';
import type { ShownTransaction, TransactionRecord } from '../../domain/transactions/record.ts';
import type { DeliveryState } from '../../domain/webhooks/delivery.ts';
import type { NotificationDeliveries } from '../../ports/webhooks.ts';
import type { Site } from '../../resources/site.ts';
import type { Seconds } from '../../values/time.ts';
import { type ShownCard, shownCard } from './row-parts.ts';

/** The sources of a timeline. Of entries with one id, an earlier one is shown before a later one. */
export const TIMELINE_KINDS = ['webhook', 'mail', 'note', 'audit', 'payment', 'event'] as const;

export type TimelineKind = (typeof TIMELINE_KINDS)[number];

/** Members of the records of an event that one line can show; those that it does not concern are missing. */
export interface EventDetails {
  readonly plan_name?: string;
  readonly invoice?: string | null;
  readonly state?: string;
  readonly currency?: string;
  readonly amount_in_cents?: number;
  readonly cancel_reason?: string | null;
  readonly cancel_comment?: string | null;
  readonly correlation: string | null;
}

export interface PaymentDetails {
  readonly action: TransactionRecord['action'];
  readonly status: TransactionRecord['status'];
  readonly currency: string;
  readonly amount_in_cents: number;
  /** Code and category of a decline; null for a payment that was not declined. */
  readonly error_code: string | null;
  readonly error_category: string | null;
  readonly card: ShownCard;
  readonly gateway_code: string | null;
  readonly reference: string | null;
  /** Prefix and number. */
  readonly invoice: string | null;
  readonly dispute_state: TransactionRecord['dispute_state'];
}

export interface MailDetails {
  readonly recipient: string;
  readonly status: MessageStatus;
  readonly attempts: number;
  readonly error: string | null;
  readonly is_copy: boolean;
}

export interface WebhookDetails {
  readonly event_id: string | null;
  readonly deliveries: readonly {
    readonly id: string;
    readonly endpoint_id: string;
    readonly state: DeliveryState;
    readonly attempts: number;
    /** The HTTP status of the last attempt; null without a response. */
    readonly status: number | null;
    readonly error: string | null;
  }[];
}

export interface NoteDetails {
  readonly message: string;
}

export interface AuditDetails {
  readonly changes: AuditChanges | null;
  readonly correlation: string;
}

type Entry<Kind extends TimelineKind, Details> = {
  readonly kind: Kind;
  /** Time on the site's clock. */
  readonly at: Seconds;
  readonly id: string;
  /** The type of an event, the action of an entry of the audit log, the kind of a message, `purchase.declined`. */
  readonly what: string;
  /** The record that it is about. */
  readonly subject: Subject | undefined;
  /** As the audit log has it; `actorName` returns the name to show. */
  readonly actor?: string;
  readonly details: Details;
};

/** One line of a timeline. */
export type TimelineEntry =
  | Entry<'event', EventDetails>
  | Entry<'payment', PaymentDetails>
  | Entry<'mail', MailDetails>
  | Entry<'webhook', WebhookDetails>
  | Entry<'note', NoteDetails>
  | Entry<'audit', AuditDetails>;

/**
 * Returns the entry of an event. `noted`: the notes on the account are shown as well, one of which has the reason of a
 * cancellation.
 */
export const eventEntry = (
  { id, at, type, event, correlation }: EventRecord,
  { noted }: { readonly noted: boolean },
): TimelineEntry => ({
  kind: 'event',
  at,
  id,
  what: event.type === 'prerenewal' ? event.notification_type : type,
  subject: eventSubject(event),
  details: { ...eventDetails(event, noted), correlation },
});

const eventDetails = (event: Event, noted: boolean): Omit<EventDetails, 'correlation'> => {
  if ('credit_payment' in event) {
    const { currency, amount_in_cents } = event.credit_payment;
    return { currency, amount_in_cents };
  }
  if ('invoice' in event) {
    const { state, currency, total_in_cents } = event.invoice;
    return { state, currency, amount_in_cents: total_in_cents };
  }
  if ('transaction' in event) {
    const { status, currency, amount_in_cents } = event.transaction;
    const invoice = referencedInvoice(event.paid_invoice);
    return { state: status, currency, amount_in_cents, invoice };
  }
  if ('subscription' in event) {
    const { plan_name, state, cancel_reason, cancel_comment } = event.subscription;
    return {
      plan_name,
      state,
      ...(!noted && (state === 'canceled' || state === 'expired') ? { cancel_reason, cancel_comment } : {}),
    };
  }
  if ('gift_card' in event) {
    const { currency, unit_amount_in_cents } = event.gift_card;
    return { currency, amount_in_cents: unit_amount_in_cents };
  }
  return {};
};

/** Whether an event only says what the entry of its payment says: it was caused when the payment was recorded. */
export const repeatsPayment = ({ at, event }: EventRecord): boolean =>
  'transaction' in event && !('invoice' in event) && event.transaction.created_at === at;

/** Returns the entry of a payment, an attempt or a refund. */
export const paymentEntry = (one: ShownTransaction): TimelineEntry => ({
  kind: 'payment',
  at: one.created_at,
  id: one.uuid,
  what: `${one.action}.${one.status}`,
  subject: { kind: 'payment', id: one.uuid },
  details: {
    action: one.action,
    status: one.status,
    currency: one.currency,
    amount_in_cents: one.amount_in_cents,
    error_code: one.transaction_error?.error_code ?? null,
    error_category: one.transaction_error?.error_category ?? null,
    card: shownCard({ ...one.details.account.billing_info, type: one.type }),
    gateway_code: one.gateway_code,
    reference: one.reference,
    invoice: one.invoice,
    dispute_state: one.dispute_state,
  },
});

/** Returns the entry of a message of the outbox. */
export const mailEntry = (site: Pick<Site, 'mode'>, message: OutboxMessage): TimelineEntry => ({
  kind: 'mail',
  at: dateOf(site, message),
  id: message.id,
  what: message.kind,
  subject: { kind: 'message', id: message.id },
  details: {
    recipient: message.recipient,
    status: message.status,
    attempts: message.attempts,
    error: message.error,
    is_copy: message.is_copy,
  },
});

/** Returns the entry of a webhook notification with all its deliveries. */
export const webhookEntry = ({ id, event_id, type, at, deliveries }: NotificationDeliveries): TimelineEntry => {
  const [first] = deliveries;
  return {
    kind: 'webhook',
    at,
    id,
    what: type,
    subject: first && { kind: 'webhook_delivery', id: first.id },
    details: {
      event_id,
      deliveries: deliveries.map(({ log, ...delivery }) => ({
        id: delivery.id,
        endpoint_id: delivery.endpoint_id,
        state: delivery.state,
        attempts: delivery.attempts,
        status: log.at(-1)?.status ?? null,
        error: log.at(-1)?.error ?? null,
      })),
    },
  };
};

/** Returns the entry of a note. */
export const noteEntry = ({ id, created_at, actor, message }: NoteRecord): TimelineEntry => ({
  kind: 'note',
  at: created_at,
  id,
  what: 'note',
  subject: { kind: 'note', id },
  ...(actor === null ? {} : { actor }),
  details: { message },
});

/** The changes that a note on the account says as well. */
const NOTED = ['cancel_reason', 'cancel_comment'];

const notNoted = (changes: AuditChanges | null): AuditChanges | null =>
  changes && Object.fromEntries(Object.entries(changes).filter(([name]) => !NOTED.includes(name)));

/** Returns the entry of the audit log's. `noted`: as for events. */
export const auditLogEntry = (entry: AuditEntry, { noted }: { readonly noted: boolean }): TimelineEntry => ({
  kind: 'audit',
  at: entry.at,
  id: entry.id,
  what: entry.action,
  subject: auditSubject(entry),
  actor: entry.actor,
  details: { changes: noted ? notNoted(entry.changes) : entry.changes, correlation: entry.correlation },
});
