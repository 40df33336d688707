import { refundAnswered } from '../../domain/events/payment-events.ts';
import { spent } from '../../domain/invoices/balance.ts';
import { billedTo } from '../../domain/invoices/draft-invoice.ts';
import { moneyReceived, moneyReturned } from '../../domain/ledger/movements.ts';
import { adoptedPayment, creditOfPayment, externalCharge } from '../../domain/reconciliation/adopted-payment.ts';
import type { GatewayOnly } from '../../domain/reconciliation/difference.ts';
import { gatewayRefund } from '../../domain/transactions/refund.ts';
import type { Repayment } from '../../domain/transactions/repayment.ts';
import type { Caller } from '../../ports/caller.ts';
import type { Records } from '../../ports/storage.ts';
import type { World } from '../../ports/world.ts';
import { sellerFor } from '../../queries/settings/business-entities.ts';
import { recordCapture } from '../orders/record-capture.ts';
import { saveCredit } from '../recording/credit/use-credit.ts';
import { withdrawGiftCard } from '../recording/gift-cards/gift-card-price.ts';
import { addInvoice } from '../recording/invoices/add-invoice.ts';
import { recordPayment } from '../recording/invoices/record-collection.ts';
import { paymentsOf, stored } from '../recording/refunds/read-paid.ts';
import { draftInvoiceRefund } from '../refunds/draft-invoice-refund.ts';
import { recordRefund } from '../refunds/record-refund.ts';
import { type Adoption, notReconcilable } from './plan-adoption.ts';

type Of<Way extends Adoption['way']> = Extract<Adoption, { way: Way }>;

/** Records an operation that only a gateway had, as planned. Calls no gateway. Throws what recording it throws. */
export const recordAdoption = async (
  world: World,
  caller: Caller,
  records: Records,
  found: GatewayOnly,
  adoption: Adoption,
): Promise<void> => {
  switch (adoption.way) {
    case 'capture':
      await recordCapture(world, caller, records, adoption.authorization.uuid);
      return;
    case 'refund':
      return recordGatewayRefund(world, caller, records, found, adoption);
    case 'invoice':
    case 'external':
    case 'credit':
      return recordGatewayPayment(world, caller, records, found, adoption);
  }
};

const recordGatewayPayment = async (
  world: World,
  { site, at }: Caller,
  records: Records,
  found: GatewayOnly,
  adoption: Of<'invoice'> | Of<'external'> | Of<'credit'>,
): Promise<void> => {
  const { account } = adoption;
  const { gateway_code, operation } = found;
  const methods = await records.paymentMethods.byReference(gateway_code, operation.result.method_reference);
  const held = methods.find(({ account_id }) => account_id === account.id);
  const country = billedTo(account, held).country;
  const seller = await sellerFor(records, site, account.override_business_entity_id, country);
  const payment = adoptedPayment(world, { site, at }, account, held, found);
  if (adoption.way !== 'credit') {
    const { uuid } =
      adoption.way === 'invoice'
        ? adoption.invoice
        : await addInvoice(records, world, externalCharge(world.ids.uuid, at, seller, account, held, payment));
    const paying = { ...payment, invoice_id: uuid };
    await recordPayment(records, world, { uuid, reason: 'reconciled' }, paying, at);
    return;
  }
  const credit = await addInvoice(records, world, creditOfPayment(world.ids.uuid, at, seller, account, held, payment));
  // The invoice that a refund would credit does not exist: what is left of the credit is returned otherwise.
  const transaction = { ...payment, invoice_id: credit.uuid, voidable: false, refundable: false };
  await records.transactions.add(transaction);
  records.events.say({ type: 'successful_payment', transaction });
  await records.ledger.append(moneyReceived(world, credit, transaction, at));
};

const recordGatewayRefund = async (
  world: World,
  caller: Caller,
  records: Records,
  found: GatewayOnly,
  { payment, invoice }: Of<'refund'>,
): Promise<void> => {
  const { result } = found.operation;
  const amount = result.amount_in_cents;
  if (invoice.type === 'credit') return payOutCredit(world, caller, records, found, { payment, invoice });
  const payments = (await paymentsOf(records, invoice.uuid)).filter(
    ({ transaction }) => transaction.uuid === payment.uuid,
  );
  const path = 'amount_in_cents';
  const draft = await draftInvoiceRefund(
    world,
    caller,
    records,
    invoice,
    { payments, behindCredit: [], byCredit: 0 },
    {
      requested:
        amount === invoice.refundable_total_in_cents
          ? { kind: 'whole' }
          : { kind: 'amount', amount, path, afterLines: true },
      method: 'all_transaction',
      byHand: null,
      notes: caller.site.customer_notes,
      declined: 'refuse',
    },
  );
  await withdrawGiftCard(records, draft);
  // It has its own reference at the gateway, also where the gateway would have voided the payment.
  const repayments = draft.repayments.map((repayment) => ({
    ...repayment,
    action: 'refund' as const,
    transaction_uuid: repayment.action === 'void' ? world.ids.uuid() : repayment.transaction_uuid,
  }));
  const answers = repayments.map((repayment) => ({ repayment, answer: result }));
  await recordRefund(world, caller, records, { ...draft, repayments }, answers);
};

/** A payment that was adopted as credit, and refunded: the credit is paid out. */
const payOutCredit = async (
  world: World,
  { at }: Caller,
  records: Records,
  found: GatewayOnly,
  { payment, invoice: credit }: Pick<Of<'refund'>, 'payment' | 'invoice'>,
): Promise<void> => {
  const { result, currency } = found.operation;
  const { amount_in_cents } = result;
  if (amount_in_cents > -credit.balance_in_cents) throw notReconcilable(found, 'credit_used');
  const repayment: Repayment = {
    transaction_uuid: world.ids.uuid(),
    refusal_uuid: world.ids.uuid(),
    payment_uuid: payment.uuid,
    action: 'refund',
    gateway_code: found.gateway_code,
    reference: payment.reference ?? '',
    amount_in_cents,
    tax_in_cents: 0,
    currency,
    credit_payment_uuid: null,
  };
  const refund = gatewayRefund(stored(payment), repayment, result, credit.uuid, at);
  await records.transactions.add(refund);
  records.events.say(...refundAnswered(refund));
  await records.ledger.append(moneyReturned(world, credit, refund, at));
  await saveCredit(records, credit, spent(credit, amount_in_cents, at));
};
