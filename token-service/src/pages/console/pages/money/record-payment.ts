import type { ShownInvoice } from '@service/billing/domain/invoices/record.ts';
import { OFFLINE_METHODS, offlinePayment } from '@service/billing/resources/offline-payment.ts';
import { markInvoiceSuccessful } from '@service/billing/usecases/invoices/mark-invoice-successful.ts';
import { recordOfflinePayment } from '@service/billing/usecases/invoices/record-offline-payment.ts';
import type { Markup } from '../../../../documents/html.ts';
import type { Form } from '../../../../http/bodies/form.ts';
import { amountField, typedAmount } from '../../parts/amount.ts';
import { moneyOf } from '../../parts/figures.ts';
import type { FilledForm } from '../../parts/filled.ts';
import { choiceField, inputField } from '../../parts/form.ts';
import { readAsRequest } from '../../parts/read-as-request.ts';
import { midnightOf, typedDay } from '../../parts/typed-day.ts';
import { type ConsoleRoute, FormProblem } from '../../route.ts';
import { type ConsoleVisit, withPermission } from '../../visit.ts';
import { describeCustomerMail } from './customer-mail.ts';
import { invoiceForm } from './invoice-form.ts';
import type { MoneyDeps } from './money-deps.ts';

const METHODS: Readonly<Record<(typeof OFFLINE_METHODS)[number], string>> = {
  credit_card: 'Card, at another terminal',
  paypal: 'PayPal',
  eft: 'Bank transfer (EFT)',
  wire_transfer: 'Wire transfer',
  money_order: 'Money order',
  check: 'Check',
  other: 'Other',
};

/** Records a payment that came outside a gateway, or marks an invoice as paid that is collected automatically. */
export const recordPaymentRoutes = (deps: MoneyDeps): readonly ConsoleRoute[] => {
  const record = withPermission('invoices.record_payment', recordOfflinePayment(deps));
  const markPaid = withPermission('invoices.record_payment', markInvoiceSuccessful(deps));
  const mailSent = describeCustomerMail(deps);
  return invoiceForm(deps, {
    action: 'record-payment',
    permission: 'invoices.record_payment',
    title: 'Record a payment of invoice',
    explain: (_, { balance_in_cents, currency, collection_method }) =>
      `${moneyOf(balance_in_cents, currency)} is owed. ${
        collection_method === 'manual'
          ? 'Record what has arrived, all or part of it. Nothing is charged.'
          : 'The invoice is collected automatically, so it can only be marked as paid elsewhere in full. Nothing is charged.'
      }`,
    fields: (visit, filled, invoice) =>
      invoice.collection_method === 'manual' ? paymentFields(visit, filled, invoice) : [],
    button: ({ collection_method, balance_in_cents, currency }) =>
      collection_method === 'manual' ? 'Record the payment' : `Mark ${moneyOf(balance_in_cents, currency)} as paid`,
    moves: {
      amountOf: ({ collection_method, balance_in_cents, currency }, { amount }) =>
        collection_method === 'automatic' ? balance_in_cents : (typedAmount(amount, currency) ?? 0),
      fields: ['amount', 'payment_method', 'collected_on', 'description'],
    },
    async carryOut(visit, invoice, form) {
      const { account_code, balance_in_cents, currency, uuid } = invoice;
      if (invoice.collection_method === 'automatic') {
        await markPaid(visit, uuid);
        return `${moneyOf(balance_in_cents, currency)} was marked as paid. ${await mailSent(visit, account_code)}`;
      }
      const value = paymentIn(visit, invoice, form);
      const { amount_in_cents, payment_method, collected_at } = value;
      const read = readAsRequest(offlinePayment, visit, {
        amount_in_cents,
        payment_method,
        description: form.description,
      });
      await record(visit, uuid, { value: { ...read.value, collected_at }, issues: read.issues });
      return `A payment of ${moneyOf(value.amount_in_cents, currency)} was recorded. ${await mailSent(visit, account_code)}`;
    },
  });
};

const paymentFields = (
  visit: ConsoleVisit,
  filled: FilledForm,
  { balance_in_cents, currency }: ShownInvoice,
): Markup[] => [
  inputField(filled, {
    name: 'amount',
    label: `Amount in ${currency}`,
    value: amountField(balance_in_cents, currency),
    attributes: { inputmode: 'decimal', required: '', autocomplete: 'off' },
  }),
  choiceField(
    filled,
    { name: 'payment_method', label: 'How it was paid', value: 'wire_transfer' },
    OFFLINE_METHODS.map((method) => [method, METHODS[method]]),
  ),
  inputField(filled, {
    name: 'collected_on',
    label: 'Received on',
    value: midnightOf(visit.site, visit.caller.at),
    attributes: { type: 'date', required: '' },
  }),
  inputField(filled, {
    name: 'description',
    label: 'Reference',
    hint: 'For example the number of the transfer or the check. Optional.',
    attributes: { maxlength: '50' },
  }),
];

/** Reads the payment of a form. Throws `FormProblem`. */
const paymentIn = ({ site, caller }: ConsoleVisit, { currency }: ShownInvoice, form: Form) => {
  const amount_in_cents = typedAmount(form.amount, currency);
  if (!amount_in_cents) {
    throw new FormProblem('Enter the amount that has arrived.', { amount: 'Enter an amount above 0, such as 5.00.' });
  }
  const day = typedDay(site, form.collected_on);
  if (day === undefined || day > caller.at) {
    throw new FormProblem('Enter the day on which it arrived.', { collected_on: 'Enter today or an earlier day.' });
  }
  return {
    amount_in_cents,
    payment_method: OFFLINE_METHODS.find((method) => method === form.payment_method) ?? ('other' as const),
    // A payment of today is dated now, so that it does not come before its invoice.
    collected_at: form.collected_on === midnightOf(site, caller.at) ? caller.at : day,
  };
};
