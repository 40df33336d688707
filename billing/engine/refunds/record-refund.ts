import { refundAnswered } from '../../domain/events/payment-events.ts';
import { spent } from '../../domain/invoices/balance.ts';
import type { CreditPaymentRecord } from '../../domain/invoices/credit-payment.ts';
import { invoiceName } from '../../domain/invoices/invoice-name.ts';
import type { InvoiceRecord, ShownInvoice } from '../../domain/invoices/record.ts';
import { giftCardCanceled, moneyReturned, paymentVoided } from '../../domain/ledger/movements.ts';
import { isRefusal } from '../../domain/payments/decline-codes.ts';
import type { PaymentResult } from '../../domain/payments/gateway-result.ts';
import type { RefundDraft } from '../../domain/refunds/draft-refund.ts';
import type { TransactionRecord } from '../../domain/transactions/record.ts';
import { gatewayRefund, handRefund, unrecordedPayment, voided } from '../../domain/transactions/refund.ts';
import type { Repayment } from '../../domain/transactions/repayment.ts';
import type { Caller } from '../../ports/caller.ts';
import type { Records } from '../../ports/storage.ts';
import type { World } from '../../ports/world.ts';
import type { Seconds } from '../../values/time.ts';
import { auditEntry } from '../recording/audit-entry.ts';
import { bookCredit } from '../recording/credit/use-credit.ts';
import { addInvoice } from '../recording/invoices/add-invoice.ts';
import { recordCredited } from '../recording/invoices/record-credited.ts';
import { moneyChanges } from '../recording/money-changes.ts';
import { stored } from '../recording/refunds/read-paid.ts';
import { refreshPayment } from '../recording/refunds/refresh-payment.ts';

/** A repayment, and the gateway's response; null if no gateway was called. */
export interface RepaymentResult {
  readonly repayment: Repayment;
  readonly answer: PaymentResult | null;
}

const isAccepted = ({ answer }: RepaymentResult): boolean => answer === null || !isRefusal(answer);
const isPending = ({ answer }: RepaymentResult): boolean => answer?.outcome === 'pending';

const sumOf = (answers: readonly RepaymentResult[]): number =>
  answers.reduce((sum, { repayment }) => sum + repayment.amount_in_cents, 0);

/**
 * Writes a refund: the credit invoice with its number, the remainder of the charge and its lines, the transactions,
 * credit that was turned into money, and the ledger. Amounts that no gateway refunded stay on the credit invoice.
 */
export const recordRefund = async (
  world: World,
  caller: Caller,
  records: Records,
  draft: RefundDraft,
  answers: readonly RepaymentResult[],
): Promise<void> => {
  const { at } = draft;
  const { invoice_id, credit: refunded, charges: lines } = draft;
  const amount_in_cents = -refunded.invoice.total_in_cents;
  const charge = await recordCredited(records, world, { invoice_id, amount_in_cents, lines }, at);

  const accepted = answers.filter(isAccepted);
  const credit = await addInvoice(records, world, {
    ...draft.credit,
    invoice: afterRepayment(draft.credit.invoice, sumOf(accepted), accepted.some(isPending), at),
  });
  const substitute = draft.byHand ? await unrecorded(records, caller, charge, at) : undefined;
  for (const result of answers) await recordRepayment(records, world, draft, { charge, credit, substitute }, result);
  const card = draft.gift_card_id === null ? undefined : await records.giftCards.find(draft.gift_card_id);
  if (card) await records.ledger.append(giftCardCanceled(world, credit, card, at));
  await refreshPayments(records, draft, charge.uuid);
  const why = moneyChanges(amount_in_cents, charge.currency, {
    reason: draft.reason,
    credit_invoice: invoiceName(credit),
  });
  await records.auditLog.append(auditEntry(world, caller, 'invoice.refunded', invoiceName(charge), why));
};

/**
 * The amount of a bank refund leaves the credit invoice at once; the invoice is processing until the refund settles.
 */
const afterRepayment = (credit: InvoiceRecord, amount: number, pending: boolean, at: Seconds): InvoiceRecord =>
  spent({ ...credit, state: pending ? 'processing' : credit.state }, amount, at).invoice;

/** Records only the declines of a refund that failed. */
export const recordRefusals = async (
  records: Records,
  { at }: RefundDraft,
  answers: readonly RepaymentResult[],
): Promise<void> => {
  for (const { repayment, answer } of answers) {
    const payment = await paymentOf(records, repayment);
    if (!payment || !answer || !isRefusal(answer)) continue;
    await put(records, refusal(payment, repayment, answer, null, at));
  }
};

/**
 * Returns the record of a declined repayment. A declined void leaves the payment as it is, so it is recorded as a
 * failed refund.
 */
const refusal = (
  payment: TransactionRecord,
  repayment: Repayment,
  answer: PaymentResult,
  creditId: string | null,
  at: Seconds,
): TransactionRecord => ({
  ...gatewayRefund(payment, repayment, answer, creditId, at),
  uuid: repayment.refusal_uuid,
  amount_in_cents: repayment.amount_in_cents,
});

const paymentOf = async (
  { transactions }: Records,
  { payment_uuid }: Repayment,
): Promise<TransactionRecord | undefined> => {
  const found = payment_uuid === null ? undefined : await transactions.find(payment_uuid);
  return found && stored(found);
};

/** Writes a repayment, which may be recorded already if its outcome was unknown at first. */
const put = async ({ transactions, events }: Records, record: TransactionRecord): Promise<void> => {
  const isKnown = (await transactions.find(record.uuid)) !== undefined;
  await (isKnown ? transactions.save(record) : transactions.add(record));
  if (!isKnown) events.say(...refundAnswered(record));
};

interface About {
  readonly charge: ShownInvoice;
  readonly credit: InvoiceRecord;
  /** A substitute for a payment that was not recorded. */
  readonly substitute: TransactionRecord | undefined;
}

const recordRepayment = async (
  records: Records,
  world: World,
  draft: RefundDraft,
  { charge, credit, substitute }: About,
  { repayment, answer }: RepaymentResult,
): Promise<void> => {
  const { at } = draft;
  const found = await paymentOf(records, repayment);
  const payment = found ?? substitute;
  if (draft.byHand && payment) {
    const refund = handRefund(payment, repayment, draft.byHand, credit.uuid, at);
    await records.transactions.add(refund);
    records.events.say(...refundAnswered(refund));
    await records.ledger.append(moneyReturned(world, credit, refund, at));
    return;
  }
  if (!found || !answer) return;
  if (isRefusal(answer)) {
    await put(records, refusal(found, repayment, answer, credit.uuid, at));
    return;
  }
  if (repayment.action === 'void') {
    const transaction = voided(found, at);
    await records.transactions.save(transaction);
    records.events.say({ type: 'void_payment', transaction });
    await records.ledger.append(paymentVoided(world, charge, found, at));
    await bookCredit(records, world, creditPaymentOf(world, draft, repayment, 'payment'), at);
    return;
  }
  const turned = repayment.credit_payment_uuid !== null;
  const refund = gatewayRefund(found, repayment, answer, turned ? null : credit.uuid, at);
  await put(records, refund);
  await records.ledger.append(moneyReturned(world, credit, refund, at));
  if (turned) {
    const credit_payment = creditPaymentOf(world, draft, repayment, 'refund');
    await records.creditPayments.add(credit_payment);
    records.events.say({ type: 'new_credit_payment', credit_payment });
  }
};

/**
 * Returns a credit payment of the refund: it pays for a charge whose payment was voided, or turns credit into money.
 */
const creditPaymentOf = (
  { ids }: Pick<World, 'ids'>,
  { at, credit: { invoice }, invoice_id }: RefundDraft,
  { amount_in_cents, credit_payment_uuid, transaction_uuid }: Repayment,
  action: 'payment' | 'refund',
): CreditPaymentRecord => ({
  uuid: ids.uuid(),
  account_id: invoice.account_id,
  original_invoice_id: invoice.uuid,
  applied_to_invoice_id: action === 'payment' ? invoice_id : null,
  original_credit_payment_uuid: credit_payment_uuid,
  refund_transaction_uuid: action === 'refund' ? transaction_uuid : null,
  action,
  currency: invoice.currency,
  amount_in_cents,
  created_at: at,
  updated_at: at,
  voided_at: null,
});

const unrecorded = async (
  { accounts }: Records,
  { site }: Caller,
  charge: ShownInvoice,
  at: Seconds,
): Promise<TransactionRecord | undefined> => {
  const account = await accounts.find(charge.account_code);
  return account && unrecordedPayment(account, charge, site.mode === 'sandbox', at);
};

/** Updates the possible operations of every payment that paid for the invoice or was refunded. */
const refreshPayments = async (records: Records, { at, repayments }: RefundDraft, chargeId: string): Promise<void> => {
  const touched = new Set((await records.transactions.ofInvoice(chargeId)).map(({ uuid }) => uuid));
  for (const { payment_uuid } of repayments) if (payment_uuid !== null) touched.add(payment_uuid);
  for (const uuid of touched) await refreshPayment(records, uuid, at);
};
