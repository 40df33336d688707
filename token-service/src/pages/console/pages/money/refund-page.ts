import { invoiceName } from '@service/billing/domain/invoices/invoice-name.ts';
import { findInvoice, findInvoiceParts } from '@service/billing/queries/invoices/invoices.ts';
import { findRefundAllowance } from '@service/billing/queries/payments/refund-allowance.ts';
import { findTransaction } from '@service/billing/queries/payments/transactions.ts';
import { LATEST } from '@service/billing/resources/version.ts';
import { refundAsOperator } from '@service/billing/usecases/operators/refund-as-operator.ts';
import { previewRefund } from '@service/billing/usecases/refunds/preview-refund.ts';
import { containsCardNumber } from '@service/billing/values/card/find.ts';
import { english } from '../../../../documents/messages/en/index.ts';
import { invoicePath } from '../../parts/paths.ts';
import {
  type ConsoleRoute,
  type FormPage,
  FormProblem,
  type MoneyForm,
  MoneyUnderWay,
  problemsOf,
} from '../../route.ts';
import { askedToShow, isShown } from '../../shown-choice.ts';
import { moneyFormPage } from '../../steps/moved-money.ts';
import { type ConsoleVisit, withPermission } from '../../visit.ts';
import { describeCustomerMail } from './customer-mail.ts';
import { MOST_SHOWN_LINES } from './invoice-lines.ts';
import type { MoneyDeps } from './money-deps.ts';
import { backToInvoice } from './money-parts.ts';
import { choiceFields, refundOf, refundReason, withRefundDefaults } from './refund-choice.ts';
import { refundContent } from './refund-form.ts';
import { refundTrouble } from './refund-trouble.ts';
import { partsInWords, partsOfRefund } from './refund-words.ts';

/**
 * The refund of an invoice: all of it, an amount, or parts of lines. The page says what goes where before the button
 * that does it.
 */
export const refundRoutesOfInvoice = (deps: MoneyDeps): readonly ConsoleRoute[] => {
  const partsOf = findInvoiceParts(deps);
  const find = findInvoice(deps);
  const preview = previewRefund(deps);
  const transaction = findTransaction(deps);
  const mailSent = describeCustomerMail(deps);
  const allowanceOf = findRefundAllowance(deps);
  const refund = withPermission('invoices.refund', refundAsOperator(deps));

  const read = async ({ caller }: ConsoleVisit, number: string) => {
    const reading = { caller, version: LATEST, turn: deps.world.turn, embedded: MOST_SHOWN_LINES };
    const { invoice, lines, transactions } = await partsOf(reading, number);
    return {
      invoice,
      transactions: transactions ?? [],
      lines: lines.slice(0, MOST_SHOWN_LINES).filter(({ type }) => type === 'charge'),
    };
  };

  const movedBy: MoneyForm['movedBy'] = async (number, visit, form) => {
    const { invoice, lines } = await read(visit, number);
    // What is only shown moves no money.
    if (!isShown(form, choiceFields(form, lines))) return undefined;
    refundReason(form);
    const { amount_in_cents, currency } = await preview(visit.caller, invoice.uuid, refundOf(invoice, lines, form));
    return { amount_in_cents, currency, account_code: invoice.account_code };
  };

  const carryOut: MoneyForm['carryOut'] = async (number, visit, form) => {
    const { invoice, lines } = await read(visit, number);
    if (containsCardNumber(form.comment ?? '')) {
      throw new FormProblem('Nothing was refunded.', { comment: 'Leave the card number out.' });
    }
    const kept = [
      ['reason', form.reason ?? ''],
      ['comment', form.comment ?? ''],
    ] as const;
    const asked = askedToShow(form, invoicePath(invoiceName(invoice), 'refund'), choiceFields(form, lines), kept);
    if (asked) return asked;
    const { caller, roles, operator } = visit;
    const outcome = await refund(visit, invoice.uuid, {
      operator,
      roles,
      refund: refundOf(invoice, lines, form),
      reason: refundReason(form),
    }).catch((error: unknown) => {
      throw refundTrouble(visit, error, { invoice, lines, values: form });
    });
    if (outcome.outcome === 'declined' && outcome.underWay) {
      throw new MoneyUnderWay(
        'The gateway has not answered, so the refund may still be made. Look at the invoice before you refund it again.',
      );
    }
    if (outcome.outcome === 'declined') {
      throw new FormProblem(
        `The gateway declined the refund, so nothing was refunded. ${english.decline(outcome.error_code).merchant_message}`,
      );
    }
    const credit = await find(caller, outcome.credit);
    const transactions = await Promise.all(outcome.transactions.map((uuid) => transaction(caller, uuid)));
    const parts = partsInWords(partsOfRefund(credit, transactions));
    return {
      to: invoicePath(invoiceName(invoice)),
      notice: `Refunded ${parts}, with credit invoice ${invoiceName(credit)}. ${await mailSent(visit, invoice.account_code)}`,
    };
  };

  const page: Pick<FormPage, 'path' | 'name' | 'ask'> = {
    path: '/invoices/:number/refund',
    name: 'invoice refund',
    async ask(ctx, visit, filled) {
      const { invoice, lines, transactions } = await read(visit, ctx.params.number ?? '');
      const values = withRefundDefaults(filled.values, transactions);
      const shown = await (async () => preview(visit.caller, invoice.uuid, refundOf(invoice, lines, values)))().catch(
        (error: unknown) => {
          const problems = problemsOf(refundTrouble(visit, error, { invoice, lines, values }));
          if (problems) return problems;
          throw error;
        },
      );
      const allowance = await allowanceOf(visit.caller, visit, invoice.currency);
      return {
        title: `Refund invoice ${invoiceName(invoice)}`,
        back: backToInvoice(invoice),
        content: refundContent(visit, { ...filled, values }, { invoice, lines, shown, allowance }),
      };
    },
  };

  return moneyFormPage(deps, page, {
    kind: 'invoice_refund',
    parameter: 'number',
    movedBy,
    carryOut,
    async valuesOf(number, visit, form) {
      const { lines } = await read(visit, number);
      const { reason, comment } = form;
      return { ...Object.fromEntries(choiceFields(form, lines)), reason, comment };
    },
  });
};
