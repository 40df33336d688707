import type { ApprovalKind } from '@service/billing/domain/approvals/approval.ts';
import { invoiceName } from '@service/billing/domain/invoices/invoice-name.ts';
import type { ShownInvoice } from '@service/billing/domain/invoices/record.ts';
import type { Permission } from '@service/billing/domain/operators/permissions.ts';
import { findInvoice } from '@service/billing/queries/invoices/invoices.ts';
import { html, type Markup } from '../../../../documents/html.ts';
import type { Form } from '../../../../http/bodies/form.ts';
import { sayingAmounts } from '../../amount-issues.ts';
import type { FilledForm } from '../../parts/filled.ts';
import { formButtons, formTrouble, secretForm } from '../../parts/form.ts';
import { invoicePath } from '../../parts/paths.ts';
import { type ConsoleRoute, type FormPage, formPage, type MoneyForm } from '../../route.ts';
import { type MoneyFormDeps, moneyFormPage } from '../../steps/moved-money.ts';
import type { ConsoleVisit } from '../../visit.ts';
import { backToInvoice } from './money-parts.ts';

interface InvoiceForm {
  /** The last part of the address. */
  readonly action: string;
  readonly permission: Permission;
  readonly title: string;
  /** Says what the action does, and whom it tells. */
  readonly explain: (visit: ConsoleVisit, invoice: ShownInvoice) => Promise<Markup | string> | Markup | string;
  readonly fields?: (visit: ConsoleVisit, filled: FilledForm, invoice: ShownInvoice) => readonly (Markup | string)[];
  readonly button: (invoice: ShownInvoice) => string;
  readonly danger?: boolean;
  /** Returns what happened, in sentences. */
  readonly carryOut: (visit: ConsoleVisit, invoice: ShownInvoice, form: Form) => Promise<string>;
  /** The money that the action moves. */
  readonly moves?: {
    /** The action as another operator may have to approve it; undefined where none has to. */
    readonly kind?: ApprovalKind;
    /** Returns the cents. Throws `FormProblem` for a form that cannot be carried out. */
    readonly amountOf: (invoice: ShownInvoice, form: Form) => number;
    /** The names of the fields. */
    readonly fields: readonly string[];
  };
}

/** The two routes of an action on an invoice, which lead back to its page. */
export const invoiceForm = (
  deps: MoneyFormDeps,
  { action, permission, title, explain, fields, button, danger = false, carryOut, moves }: InvoiceForm,
): readonly ConsoleRoute[] => {
  const find = findInvoice(deps);
  const done: MoneyForm['carryOut'] = async (number, visit, form) => {
    const invoice = await find(visit.caller, number);
    const notice = await sayingAmounts(invoice.currency, () => carryOut(visit, invoice, form));
    return { to: invoicePath(invoiceName(invoice)), notice };
  };
  const page: Pick<FormPage, 'path' | 'name' | 'ask'> = {
    path: `/invoices/:number/${action}`,
    name: `invoice ${action}`,
    async ask(ctx, visit, filled) {
      const invoice = await find(visit.caller, ctx.params.number ?? '');
      const here = `${visit.prefix}${invoicePath(invoiceName(invoice))}`;
      return {
        title: `${title} ${invoiceName(invoice)}`,
        back: backToInvoice(invoice),
        content: [
          html`${formTrouble(filled)}<p>${await explain(visit, invoice)}</p>`,
          secretForm(visit, { action: `${here}/${action}` }, [
            ...(fields?.(visit, filled, invoice) ?? []),
            formButtons(button(invoice), { back: here, danger }),
          ]),
        ],
      };
    },
  };
  const keptOf = (form: Form): Form => Object.fromEntries((moves?.fields ?? []).map((name) => [name, form[name]]));
  if (!moves?.kind) {
    return formPage({
      ...page,
      permission,
      money: moves && {
        amountOf: async (ctx, visit, form) => moves.amountOf(await find(visit.caller, ctx.params.number ?? ''), form),
        keptOf: (_, __, form) => keptOf(form),
      },
      carryOut: (ctx, visit, form) => done(ctx.params.number ?? '', visit, form),
    });
  }
  return moneyFormPage(deps, page, {
    kind: moves.kind,
    parameter: 'number',
    carryOut: done,
    async movedBy(number, visit, form) {
      const invoice = await find(visit.caller, number);
      const { currency, account_code } = invoice;
      return { amount_in_cents: moves.amountOf(invoice, form), currency, account_code };
    },
    valuesOf: (_, __, form) => keptOf(form),
  });
};
