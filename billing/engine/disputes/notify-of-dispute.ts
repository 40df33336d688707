import type { DisputeRecord } from '../../domain/disputes/dispute.ts';
import type { TechnicalFacts } from '../../domain/mail/facts.ts';
import type { ShownTransaction } from '../../domain/transactions/record.ts';
import type { NotificationContext } from './notification-context.ts';

/** Queues mail to the site's technical contact: a payment is disputed, or a dispute was decided. */
export const notifyOfDispute = (
  applying: NotificationContext,
  payment: ShownTransaction,
  { state, amount_in_cents, currency, reason, evidence_due_at }: DisputeRecord,
): Promise<void> => {
  const about = { ...aboutPayment(payment), amount_in_cents, currency, reason };
  return state === 'won' || state === 'lost'
    ? queueMail(applying, 'dispute_closed', { ...about, outcome: state })
    : queueMail(applying, 'dispute_opened', { ...about, withdrawn: state === 'open', evidence_due_at });
};

/** Queues mail to the site's technical contact: a refund that had succeeded has failed. */
export const notifyOfFailedRefund = (applying: NotificationContext, refund: ShownTransaction): Promise<void> =>
  queueMail(applying, 'refund_failed', {
    ...aboutPayment(refund),
    amount_in_cents: refund.amount_in_cents,
    currency: refund.currency,
  });

/** Returns the account and the printed invoice number of a payment. */
const aboutPayment = ({ details, invoice }: ShownTransaction) => ({
  account_code: details.account.account_code,
  invoice_number: invoice,
});

const queueMail = async <Kind extends 'dispute_opened' | 'dispute_closed' | 'refund_failed'>(
  { records, world, caller }: NotificationContext,
  kind: Kind,
  facts: TechnicalFacts[Kind],
): Promise<void> => {
  const { technical_contact } = caller.site;
  if (technical_contact === null) return;
  await records.outbox.queue({
    id: world.ids.uuid(),
    kind,
    recipient: technical_contact,
    correlation: caller.correlation,
    caused_at: caller.at,
    payload: { ...facts },
  });
};
