import type { AccountRecord } from '@service/billing/domain/accounts/record.ts';
import { findPendingCurrencies } from '@service/billing/queries/invoices/adjustments.ts';
import { findInvoice } from '@service/billing/queries/invoices/invoices.ts';
import { postedInvoice } from '@service/billing/resources/posted-invoice.ts';
import { postCharges } from '@service/billing/usecases/invoices/post-charges.ts';
import { previewPostedCharges } from '@service/billing/usecases/invoices/preview-posted-charges.ts';
import { Failure } from '@service/billing/values/failure.ts';
import { html } from '../../../../../documents/html.ts';
import type { Form } from '../../../../../http/bodies/form.ts';
import { draftTable } from '../../../parts/draft-table.ts';
import { moneyOf } from '../../../parts/figures.ts';
import { inputField, radioField } from '../../../parts/form.ts';
import { customerPath } from '../../../parts/paths.ts';
import { readAsRequest } from '../../../parts/read-as-request.ts';
import { FormProblem, StaleRecord } from '../../../route.ts';
import { type ConsoleVisit, may, withPermission } from '../../../visit.ts';
import { describeCustomerMail } from '../../money/customer-mail.ts';
import type { CustomerAction } from './customer-action.ts';
import type { CustomerActionDeps } from './deps.ts';

/** Invoices a customer's pending charges, one currency at a time. */
export const invoiceAction = (deps: CustomerActionDeps): CustomerAction => {
  const preview = previewPostedCharges(deps);
  const post = withPermission('invoices.create', postCharges(deps));
  const find = findInvoice(deps);
  const mailSent = describeCustomerMail(deps);
  const pendingCurrencies = findPendingCurrencies(deps);
  /** Invoices one currency at a time, the oldest first. */
  const sent = async (visit: ConsoleVisit, account: AccountRecord, { method, net_terms = '0', po_number }: Form) => {
    const [currency] = await pendingCurrencies(visit.caller, account);
    const terms = method === 'manual' ? { net_terms, po_number } : {};
    const collection_method = method === 'manual' ? 'manual' : 'automatic';
    return readAsRequest(postedInvoice, visit, { collection_method, currency, ...terms });
  };
  const previewed = async (visit: ConsoleVisit, account: AccountRecord, method: string) =>
    preview(visit.caller, account.account_code, await sent(visit, account, { method }));
  return {
    action: 'invoice',
    title: 'Invoice pending charges',
    permission: 'invoices.create',
    async instead(visit, account) {
      try {
        await previewed(visit, account, 'automatic');
        return undefined;
      } catch (error) {
        if (!(error instanceof Failure && error.symbol === 'will_not_invoice')) throw error;
        return html`<p>No charges are pending, so there is nothing to invoice.${
          may(visit, 'charges.create')
            ? html` <a href="${visit.prefix}${customerPath(account.account_code, 'charge')}">Add a charge</a>`
            : ''
        }</p>`;
      }
    },
    async content(visit, account, filled) {
      const [now, later] = await Promise.all([
        previewed(visit, account, 'automatic'),
        previewed(visit, account, 'manual'),
      ]);
      const [collected, transferred] = [moneyOf(now.due, now.currency), moneyOf(later.due, later.currency)];
      return [
        html`<input type="hidden" name="seen_automatic" value="${now.due}"><input type="hidden" name="seen_manual" value="${later.due}">`,
        radioField(
          { ...filled, values: { method: 'automatic', ...filled.values } },
          { name: 'method', label: 'Payment' },
          [
            { value: 'automatic', label: `Collect ${collected} now from the payment method on file` },
            { value: 'manual', label: `Send an invoice of ${transferred}, which the customer pays by transfer` },
          ],
        ),
        now.due === later.due
          ? draftTable(visit, now, 'Invoice')
          : html`<p>Taxes differ: what is collected is taxed by the billing address, what is paid by transfer by the address of the account.</p>
<div class="difference"><div class="panel"><h2>Collected now</h2>${draftTable(visit, now, 'Collected now')}</div>
<div class="panel"><h2>Paid by transfer</h2>${draftTable(visit, later, 'Paid by transfer', 'Due')}</div></div>`,
        html`<div class="pair">${inputField(filled, {
          name: 'net_terms',
          label: 'Days to pay',
          value: 14,
          hint: 'For a transfer.',
          attributes: { type: 'number', min: '0', max: '999', inputmode: 'numeric' },
        })}
${inputField(filled, { name: 'po_number', label: 'Purchase order number', hint: 'For a transfer.', attributes: { maxlength: '50' } })}</div>`,
      ];
    },
    async button(visit, account) {
      const [now, later] = await Promise.all([
        previewed(visit, account, 'automatic'),
        previewed(visit, account, 'manual'),
      ]);
      const [collected, transferred] = [moneyOf(now.due, now.currency), moneyOf(later.due, later.currency)];
      return collected === transferred
        ? `Make the invoice of ${collected}`
        : `Make the invoice of ${collected}, or ${transferred} by transfer`;
    },
    moves: {
      fields: ['method', 'net_terms', 'po_number'],
      async amountOf(visit, { method }, account) {
        const { due, currency } = await previewed(visit, account, 'automatic');
        // An invoice that is paid by transfer charges nothing.
        return { amount_in_cents: method === 'manual' ? 0 : due, currency };
      },
    },
    async carryOut(visit, account, form) {
      const { account_code } = account;
      const method = form.method === 'manual' ? 'manual' : 'automatic';
      if (!/^\d{0,3}$/.test(form.net_terms ?? '')) {
        throw new FormProblem('Enter the days to pay.', { net_terms: 'Enter a whole number.' });
      }
      const { due, currency } = await previewed(visit, account, method);
      if (String(due) !== form[`seen_${method}`]) {
        throw new StaleRecord('The charges have changed meanwhile. These are the amounts now.');
      }
      const { charge } = await post(visit, account_code, await sent(visit, account, { ...form, method }));
      const said = await mailSent(visit, account_code);
      const amount = moneyOf(due, currency);
      if (method === 'manual') return `The invoice of ${amount} was made. ${said}`;
      const state = charge === undefined ? 'paid' : (await find(visit.caller, charge)).state;
      return state === 'paid'
        ? `The invoice was made, and ${amount} was collected. ${said}`
        : state === 'processing'
          ? `The invoice was made, and ${amount} is being collected. ${said}`
          : `The invoice was made, but ${amount} was not collected. ${said}`;
    },
  };
};
