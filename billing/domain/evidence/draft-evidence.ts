import { amountText } from '../../values/money/money-text.ts';
import { isoTime, type Seconds } from '../../values/time.ts';
import type { AdjustmentRecord } from '../adjustments/record.ts';
import type { DisputeEvidence, EvidenceField } from '../disputes/evidence.ts';
import type { InvoiceRecord } from '../invoices/record.ts';
import type { OutboxMessage } from '../outbox/message.ts';
import type { SubscriptionRecord } from '../subscriptions/record.ts';
import type { TransactionRecord } from '../transactions/record.ts';
import type { UsageRecord } from '../usages/record.ts';

/** The records of a site that speak for a payment. */
export interface KnownOfPayment {
  readonly payment: TransactionRecord;
  readonly invoice: (Pick<InvoiceRecord, 'created_at' | 'shipping_address'> & { readonly name: string }) | undefined;
  readonly lines: readonly AdjustmentRecord[];
  readonly subscriptions: readonly Pick<SubscriptionRecord, 'plan_name' | 'activated_at' | 'canceled_at'>[];
  /** Newest first. */
  readonly usage: readonly UsageRecord[];
  /** Mail to the customer that was sent. Newest first. */
  readonly mails: readonly (Pick<OutboxMessage, 'kind' | 'recipient' | 'status'> & { readonly at: Seconds })[];
}

/** `2026-11-26`. */
const day = (at: Seconds): string => isoTime(at).slice(0, 10);
/** `2026-11-26 14:00 UTC`. */
const moment = (at: Seconds): string => `${isoTime(at).slice(0, 16).replace('T', ' ')} UTC`;

/** Returns evidence that is filled in from the records, as an operator starts to write it. */
export const draftEvidence = (known: KnownOfPayment): DisputeEvidence => {
  const { account } = known.payment.details;
  const info = account.billing_info;
  const name = [info?.first_name ?? account.first_name, info?.last_name ?? account.last_name];
  const texts: Partial<Record<EvidenceField, string | null | undefined>> = {
    product_description: known.lines.map(lineText).join('\n'),
    customer_name: name.filter(Boolean).join(' '),
    customer_email_address: account.email,
    customer_purchase_ip: known.payment.ip_address,
    billing_address: addressText(info),
    shipping_address: addressText(known.invoice?.shipping_address),
    service_date: serviceDate(known),
    access_activity_log: known.usage.map(usageText).join('\n'),
    cancellation_rebuttal: known.subscriptions.map((one) => cancellationText(one, known.payment)).join('\n'),
    uncategorized_text: [invoiceText(known), ...known.mails.map(mailText)].filter(Boolean).join('\n'),
  };
  return Object.fromEntries(Object.entries(texts).filter(([, text]) => text));
};

const lineText = ({
  description,
  quantity,
  start_date,
  end_date,
  total_in_cents,
  currency,
}: AdjustmentRecord): string => {
  const period = end_date === null ? '' : `, ${day(start_date)} to ${day(end_date)}`;
  return `${quantity} x ${description ?? 'Charge'}${period}: ${amountText(total_in_cents, currency)}`;
};

interface Address {
  readonly address1?: string | null;
  readonly address2?: string | null;
  readonly city?: string | null;
  readonly state?: string | null;
  readonly zip?: string | null;
  readonly country?: string | null;
}

const addressText = (address: Address | null | undefined): string =>
  address
    ? [address.address1, address.address2, address.city, address.state, address.zip, address.country]
        .filter(Boolean)
        .join(', ')
    : '';

/** The first day of what was sold, or the day of the payment. */
const serviceDate = ({ lines, payment }: KnownOfPayment): string =>
  day(Math.min(...lines.map(({ start_date }) => start_date), payment.created_at));

const usageText = ({ usage_timestamp, amount, add_on_code, merchant_tag }: UsageRecord): string =>
  `${moment(usage_timestamp)}: ${amount} ${add_on_code}${merchant_tag ? ` (${merchant_tag})` : ''}`;

const cancellationText = (
  { plan_name, activated_at, canceled_at }: KnownOfPayment['subscriptions'][number],
  payment: Pick<TransactionRecord, 'created_at'>,
): string => {
  const began = activated_at === null ? '' : ` began on ${day(activated_at)} and`;
  if (canceled_at === null) return `The subscription ${plan_name}${began} was never canceled.`;
  const order = canceled_at < payment.created_at ? 'before' : 'after';
  return `The subscription ${plan_name}${began} was canceled on ${day(canceled_at)}, ${order} this payment.`;
};

const invoiceText = ({ invoice, payment }: KnownOfPayment): string =>
  invoice
    ? `Invoice ${invoice.name} of ${day(invoice.created_at)} was paid on ${moment(payment.created_at)}.`
    : `The payment was made on ${moment(payment.created_at)}.`;

const MAIL_WORDS: Readonly<Record<string, string>> = {
  order_confirmation: 'Order confirmation',
  receipt: 'Receipt with invoice',
  renewal_ahead: 'Notice of the renewal',
  trial_ending: 'Notice of the end of the trial',
  refund: 'Notice of a refund',
  subscription_canceled: 'Confirmation of the cancellation',
};

const mailText = ({ kind, recipient, status, at }: KnownOfPayment['mails'][number]): string =>
  `${MAIL_WORDS[kind] ?? kind.replaceAll('_', ' ')} to ${recipient}, ${moment(at)}, ${status}.`;
