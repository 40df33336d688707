import { OFFLINE_METHODS } from '@service/billing/resources/offline-payment.ts';
import { recordOfflinePayment } from '@service/billing/usecases/invoices/record-offline-payment.ts';
import { amountField, typedAmount } from '../../parts/amount.ts';
import { moneyOf } from '../../parts/figures.ts';
import { choiceField, inputField } from '../../parts/form.ts';
import { midnightOf, typedDay } from '../../parts/typed-day.ts';
import { type ConsoleRoute, FormProblem } from '../../route.ts';
import { permitted } from '../../visit.ts';
import { invoiceForm } from './invoice-form.ts';
import type { MoneyDeps } from './money-deps.ts';
import { inWords } from './money-parts.ts';
import { toldCustomer } from './told-customer.ts';

const LABELS: Readonly<Record<string, string>> = {
  eft: 'bank transfer (EFT)',
  credit_card: 'card, at another terminal',
};

/** Records a payment that came outside a gateway for an invoice that is paid by hand. */
export const recordPaymentRoutes = (deps: MoneyDeps): readonly ConsoleRoute[] => {
  const record = permitted('invoices.record_payment', recordOfflinePayment(deps));
  const told = toldCustomer(deps);
  return invoiceForm(deps, {
    action: 'record-payment',
    permission: 'invoices.record_payment',
    title: 'Record a payment of invoice',
    explain: (_, { balance_in_cents, currency }) =>
      `${moneyOf(balance_in_cents, currency)} is owed. Record what has arrived, all or part of it. Nothing is charged.`,
    fields: (visit, filled, { balance_in_cents, currency }) => [
      inputField(filled, {
        name: 'amount',
        label: `Amount in ${currency}`,
        value: amountField(balance_in_cents, currency),
        attributes: { inputmode: 'decimal', required: '', autocomplete: 'off' },
      }),
      choiceField(
        filled,
        { name: 'payment_method', label: 'How it was paid', value: 'wire_transfer' },
        OFFLINE_METHODS.map((method) => [method, LABELS[method] ?? inWords(method)]),
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
    ],
    button: () => 'Record the payment',
    async carryOut(visit, { uuid, currency, account_code }, form) {
      const { site, caller } = visit;
      const amount_in_cents = typedAmount(form.amount, currency);
      if (!amount_in_cents) {
        throw new FormProblem('Give the amount that has arrived.', { amount: 'Give an amount above 0, such as 5.00.' });
      }
      const day = typedDay(site, form.collected_on);
      if (day === undefined || day > caller.at) {
        throw new FormProblem('Give the day on which it arrived.', { collected_on: 'Give today or an earlier day.' });
      }
      const payment_method = OFFLINE_METHODS.find((method) => method === form.payment_method) ?? 'other';
      // A payment of today is dated now, so that it does not come before its invoice.
      const collected_at = form.collected_on === midnightOf(site, caller.at) ? caller.at : day;
      const value = {
        amount_in_cents,
        payment_method,
        collected_at,
        ...(form.description ? { description: form.description } : {}),
      };
      await record(visit, uuid, { value, issues: [] });
      return `A payment of ${moneyOf(amount_in_cents, currency)} was recorded. ${await told(visit, account_code)}`;
    },
  });
};
