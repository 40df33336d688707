import { type DisputeRecord, disputeAfter, isClosed } from '../../domain/disputes/dispute.ts';
import { NeedsOperator } from '../../domain/due/needs-operator.ts';
import type { NotificationOutcome } from '../../domain/gateway-notifications/record.ts';
import { disputeLost, disputeMovements } from '../../domain/ledger/dispute-movements.ts';
import type { DisputeClosed, DisputeOpened } from '../../domain/payments/gateway-notification.ts';
import type { ShownTransaction } from '../../domain/transactions/record.ts';
import { isBankDebit } from '../../values/bank/debits.ts';
import { amountText } from '../../values/money/money-text.ts';
import { auditEntry } from '../recording/audit-entry.ts';
import { chargedBack } from '../recording/payments/settle-charge-back.ts';
import { received } from '../recording/payments/settle-debit.ts';
import { refreshPayment } from '../recording/refunds/refresh-payment.ts';
import { actOnDispute } from './act-on-dispute.ts';
import type { NotificationContext } from './notification-context.ts';
import { notifyOfDispute } from './notify-of-dispute.ts';

/**
 * Records a gateway's report of a dispute. While the amount is withdrawn, the payment cannot be refunded. A dispute
 * that is lost is a chargeback: the invoice stays paid, and a credit invoice shows the amount. One that is won leaves
 * the payment as it was.
 */
export const recordDispute = async (
  applying: NotificationContext,
  report: DisputeOpened | DisputeClosed,
): Promise<NotificationOutcome> => {
  const { records, world, caller, gateway_code } = applying;
  const { at } = caller;
  const found = await records.transactions.byReference(gateway_code, report.reference);
  if (!found) return 'unmatched';
  const before = await records.disputes.byReference(gateway_code, report.dispute);
  const payment = await settled(applying, found);
  const dispute = disputeAfter(before ?? newDispute(applying, payment), report, at);
  if (!dispute) return 'superseded';
  needSameCurrency(dispute, payment);
  needPartOf(dispute, payment);

  await records.disputes.save(dispute);
  if (dispute.booked) {
    for (const posting of disputeMovements(world, before, dispute, at)) await records.ledger.append(posting);
  }
  const isChanged = before?.state !== dispute.state;
  if (isChanged && dispute.booked) await change(applying, payment, before, dispute);
  if (isChanged) await notifyOfDispute(applying, payment, dispute);
  await records.auditLog.append(auditEntry(world, caller, `dispute.${dispute.state}`, payment.uuid));
  return 'applied';
};

/**
 * Settles a disputed debit first: it was disputed after it had settled, even if its settlement was not looked up yet.
 */
const settled = async (
  { records, world, caller }: NotificationContext,
  payment: ShownTransaction,
): Promise<ShownTransaction> => {
  if (payment.status !== 'scheduled' && payment.status !== 'processing') return payment;
  await received({ records, world, at: caller.at }, payment);
  return (await records.transactions.find(payment.uuid)) ?? payment;
};

const newDispute = (
  { world, caller, gateway_code }: NotificationContext,
  { uuid, account_id, invoice_id, status, type, dispute_state }: ShownTransaction,
) => ({
  id: world.ids.uuid(),
  gateway_code,
  account_id,
  transaction_uuid: uuid,
  booked: status === 'success' && invoice_id !== null && !(isBankDebit(type) && dispute_state === 'lost'),
  opened_at: caller.at,
});

/** Throws `NeedsOperator` if the currencies differ: the disputed part of the payment is unknown. */
const needSameCurrency = ({ currency, reference }: DisputeRecord, payment: ShownTransaction): void => {
  if (currency === payment.currency) return;
  throw new NeedsOperator(
    `Dispute ${reference} is in ${currency}, and its payment ${payment.uuid} in ${payment.currency}. ` +
      'Refund or credit the invoice by hand, then dismiss this.',
  );
};

/** Throws `NeedsOperator`: more than the payment cannot have been withdrawn because of it. */
const needPartOf = (
  { amount_in_cents, currency, reference }: DisputeRecord,
  { uuid, amount_in_cents: most }: ShownTransaction,
): void => {
  if (amount_in_cents <= most) return;
  const [disputed, paid] = [amount_in_cents, most].map((cents) => amountText(cents, currency));
  throw new NeedsOperator(
    `Dispute ${reference} is over ${disputed}, and its payment ${uuid} was ${paid}. ` +
      'Look at the dispute at the gateway, refund or credit the invoice by hand, then dismiss this.',
  );
};

/** Updates the payment, and the records that it paid for, after a change of the dispute. */
const change = async (
  applying: NotificationContext,
  payment: ShownTransaction,
  before: DisputeRecord | undefined,
  dispute: DisputeRecord,
): Promise<void> => {
  const { records, world, caller } = applying;
  const { at } = caller;
  const { state, reason, amount_in_cents } = dispute;
  if (state === 'lost') {
    const most = payment.status === 'success' ? amount_in_cents : 0;
    const taken = most > 0 ? await chargedBack({ records, world, at }, payment, most) : 0;
    if (amount_in_cents > taken) {
      await records.ledger.append(disputeLost(world, dispute, amount_in_cents - taken, at));
    }
    return;
  }
  // After a chargeback, the payment stays void.
  if (payment.status !== 'success') return;
  const isOpen = state === 'open';
  const transaction: ShownTransaction = {
    ...payment,
    dispute_state: state,
    message: isClosed(dispute) ? MESSAGES.won : `${MESSAGES[isOpen ? 'open' : 'inquiry']} (${reason})`,
    voidable: payment.voidable && !isOpen,
    refundable: payment.refundable && !isOpen,
    updated_at: at,
  };
  await records.transactions.save(transaction);
  if (payment.dispute_state !== state) records.events.say({ type: 'transaction_status_updated', transaction });
  if (state === 'won') await refreshPayment(records, payment.uuid, at);
  if (isOpen && before?.state !== 'open') await actOnDispute(applying, payment);
};

const MESSAGES = {
  inquiry: 'The customer’s bank asks about the payment',
  open: 'Disputed by the customer',
  won: 'The dispute was won',
} as const;
