import { findHeldCredit, findInvoice } from '@service/billing/queries/invoices/invoices.ts';
import { applyCredit } from '@service/billing/usecases/invoices/apply-credit.ts';
import { voidCredit } from '@service/billing/usecases/invoices/void-credit.ts';
import { moneyOf } from '../../parts/figures.ts';
import type { ConsoleRoute } from '../../route.ts';
import { withPermission } from '../../visit.ts';
import { describeCustomerMail } from './customer-mail.ts';
import { invoiceForm } from './invoice-form.ts';
import type { MoneyDeps } from './money-deps.ts';

/** Pays an open invoice from credit, and voids credit that is not used. */
export const useCreditRoutes = (deps: MoneyDeps): readonly ConsoleRoute[] => {
  const apply = withPermission('invoices.collect', applyCredit(deps));
  const giveUp = withPermission('invoices.write_off', voidCredit(deps));
  const find = findInvoice(deps);
  const held = findHeldCredit(deps);
  const mailSent = describeCustomerMail(deps);
  return [
    ...invoiceForm(deps, {
      action: 'apply-credit',
      permission: 'invoices.collect',
      title: 'Use credit for invoice',
      async explain({ caller }, { account_id, balance_in_cents, currency }) {
        const credit = await held(caller, account_id, currency);
        if (credit === 0) return `The account holds no credit in ${currency}, so nothing would be paid.`;
        const [used, owed] = [Math.min(credit, balance_in_cents), moneyOf(balance_in_cents, currency)];
        return `The account holds ${moneyOf(credit, currency)} of credit. ${moneyOf(used, currency)} of it pays for ${owed} that is owed; ${moneyOf(credit - used, currency)} of credit and ${moneyOf(balance_in_cents - used, currency)} to pay are left. Open credit invoices are used, the oldest first. Nothing is charged.`;
      },
      moves: { amountOf: ({ balance_in_cents }) => balance_in_cents, fields: [] },
      button: ({ balance_in_cents, currency }) => `Pay up to ${moneyOf(balance_in_cents, currency)} from credit`,
      async carryOut(visit, { uuid, balance_in_cents, currency, account_code }) {
        await apply(visit, uuid);
        const after = await find(visit.caller, uuid);
        const used = balance_in_cents - after.balance_in_cents;
        return `${moneyOf(used, currency)} was paid from credit; ${moneyOf(after.balance_in_cents, currency)} is left to pay. ${await mailSent(visit, account_code)}`;
      },
    }),
    ...invoiceForm(deps, {
      action: 'void',
      permission: 'invoices.write_off',
      title: 'Void credit invoice',
      explain: (_, { balance_in_cents, currency }) =>
        `The customer loses ${moneyOf(Math.abs(balance_in_cents), currency)} of credit. What was used of it already stays as it is.`,
      button: ({ balance_in_cents, currency }) => `Void ${moneyOf(Math.abs(balance_in_cents), currency)} of credit`,
      danger: true,
      moves: { amountOf: ({ balance_in_cents }) => Math.abs(balance_in_cents), fields: [] },
      async carryOut(visit, { uuid, balance_in_cents, currency, account_code }) {
        await giveUp(visit, uuid);
        return `${moneyOf(Math.abs(balance_in_cents), currency)} of credit was voided. ${await mailSent(visit, account_code)}`;
      },
    }),
  ];
};
