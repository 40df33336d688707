import type { DisputeRecord } from '../../domain/disputes/dispute.ts';
import type { DisputeEvidence } from '../../domain/disputes/evidence.ts';
import { draftEvidence, type KnownOfPayment } from '../../domain/evidence/draft-evidence.ts';
import { invoiceName } from '../../domain/invoices/invoice-name.ts';
import type { ShownInvoice } from '../../domain/invoices/record.ts';
import { dateOf } from '../../domain/outbox/message.ts';
import type { ShownTransaction } from '../../domain/transactions/record.ts';
import type { UsageRecord } from '../../domain/usages/record.ts';
import type { Caller } from '../../ports/caller.ts';
import type { Records } from '../../ports/storage.ts';
import type { QueryDeps } from '../lists/site-query.ts';
import { findTransaction } from '../payments/transactions.ts';
import { subscriptionsOnInvoice } from '../subscriptions/subscriptions.ts';
import { needDispute } from './disputes.ts';

/** Records of each kind that evidence is drafted from. */
const MOST_LINES = 50;
const MOST_USAGE = 100;
const MOST_MAILS = 50;

export interface DisputeToAnswer {
  readonly dispute: DisputeRecord;
  readonly payment: ShownTransaction;
  readonly invoice: ShownInvoice | undefined;
  readonly known: KnownOfPayment;
  /** The evidence that was sent last, else a draft from invoice, usage, mails and addresses. */
  readonly draft: DisputeEvidence;
}

/** Returns a dispute with what the site knows of its payment, and evidence drafted from that. Throws `not_found`. */
export const findDisputeToAnswer = (deps: QueryDeps) => {
  const paymentOf = findTransaction(deps);
  return async (caller: Pick<Caller, 'site' | 'at'>, id: string): Promise<DisputeToAnswer> => {
    const records = deps.storage.of(caller.site.id);
    const dispute = await needDispute(records, id);
    const payment = await paymentOf(caller, dispute.transaction_uuid);
    const invoice = payment.invoice_id === null ? undefined : await records.invoices.find(payment.invoice_id);
    const [lines, sold, mails] = await Promise.all([
      invoice ? records.adjustments.onInvoiceFrom(invoice.uuid, 0, MOST_LINES) : [],
      invoice ? subscriptionsOnInvoice(records, invoice.uuid) : [],
      mailsTo(records, caller, payment.account_id),
    ]);
    const usage: UsageRecord[] = [];
    for (const { uuid, add_ons } of sold) {
      for (const { add_on_code, add_on_type } of add_ons) {
        if (add_on_type === 'usage') usage.push(...(await usageOf(records, uuid, add_on_code)));
      }
    }
    const known: KnownOfPayment = {
      payment,
      invoice: invoice && { ...invoice, name: invoiceName(invoice) },
      lines,
      subscriptions: sold,
      usage: usage.sort((a, b) => b.usage_timestamp - a.usage_timestamp).slice(0, MOST_USAGE),
      mails,
    };
    return { dispute, payment, invoice, known, draft: dispute.evidence?.texts ?? draftEvidence(known) };
  };
};

const usageOf = async ({ usages }: Records, subscription_id: string, add_on_code: string) => {
  const newest = { sort: 'created_at', order: 'desc', limit: MOST_USAGE } as const;
  return (await usages.list({ ...newest, filter: { subscription_id, add_on_code } })).records;
};

/** Mail that reached the customer, or was kept in a sandbox. */
const mailsTo = async (
  { outbox }: Records,
  { site }: Pick<Caller, 'site'>,
  account_id: string | null,
): Promise<KnownOfPayment['mails']> => {
  if (account_id === null) return [];
  const messages = await outbox.list({ account_id }, MOST_MAILS);
  return messages
    .filter(({ status, is_copy }) => !is_copy && (status === 'delivered' || status === 'kept'))
    .map((message) => ({ ...message, at: dateOf(site, message) }));
};
