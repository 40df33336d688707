import { invoiceName } from '@service/billing/domain/invoices/invoice-name.ts';
import type { ShownInvoice } from '@service/billing/domain/invoices/record.ts';
import type { Permission } from '@service/billing/domain/operators/permissions.ts';
import { findInvoice } from '@service/billing/queries/invoices.ts';
import type { QueryDeps } from '@service/billing/queries/site-query.ts';
import { html, type Markup } from '../../../../documents/html.ts';
import type { Form } from '../../../../http/bodies/form.ts';
import { sayingAmounts } from '../../parts/amount-issues.ts';
import type { FilledForm } from '../../parts/filled.ts';
import { formButtons, formTrouble, secretForm } from '../../parts/form.ts';
import { invoicePath } from '../../parts/paths.ts';
import { type ConsoleRoute, formPage } from '../../route.ts';
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
}

/** The two routes of an action on an invoice, which lead back to its page. */
export const invoiceForm = (
  deps: QueryDeps,
  { action, permission, title, explain, fields, button, danger = false, carryOut }: InvoiceForm,
): readonly ConsoleRoute[] => {
  const find = findInvoice(deps);
  return formPage({
    path: `/invoices/:number/${action}`,
    name: `invoice ${action}`,
    permission,
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
    async carryOut(ctx, visit, form) {
      const invoice = await find(visit.caller, ctx.params.number ?? '');
      const notice = await sayingAmounts(invoice.currency, () => carryOut(visit, invoice, form));
      return { to: invoicePath(invoiceName(invoice)), notice };
    },
  });
};
