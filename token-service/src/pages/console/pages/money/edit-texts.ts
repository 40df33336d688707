import { createHash } from 'node:crypto';
import { actorName } from '@service/billing/domain/audit-log/actor-name.ts';
import { invoiceName } from '@service/billing/domain/invoices/invoice-name.ts';
import type { ShownInvoice } from '@service/billing/domain/invoices/record.ts';
import { listAuditEntries } from '@service/billing/queries/access/audit-log.ts';
import { findKeyNames } from '@service/billing/queries/access/key-names.ts';
import { findInvoice } from '@service/billing/queries/invoices/invoices.ts';
import { editedInvoice } from '@service/billing/resources/edited-invoice.ts';
import { editInvoice } from '@service/billing/usecases/invoices/edit-invoice.ts';
import { html } from '../../../../documents/html.ts';
import type { Form } from '../../../../http/bodies/form.ts';
import { areaField, formButtons, formTrouble, inputField, secretForm } from '../../parts/form.ts';
import { invoicePath } from '../../parts/paths.ts';
import { readAsRequest } from '../../parts/read-as-request.ts';
import { type ConsoleRoute, formPage, StaleRecord } from '../../route.ts';
import { type ConsoleVisit, withPermission } from '../../visit.ts';
import type { MoneyDeps } from './money-deps.ts';
import { backToInvoice, invoiceHeading } from './money-parts.ts';

const TEXTS = ['po_number', 'customer_notes', 'terms_and_conditions'] as const;

/** The version that a form edits: an update within the same second changes it too. */
const versionOf = (invoice: ShownInvoice): string =>
  createHash('sha256')
    .update(JSON.stringify(TEXTS.map((name) => invoice[name] ?? '')))
    .digest('base64url')
    .slice(0, 22);

/** Edits the purchase order number and the texts of an invoice, never its amounts. */
export const editInvoiceRoutes = (deps: MoneyDeps): readonly ConsoleRoute[] => {
  const find = findInvoice(deps);
  const entries = listAuditEntries(deps);
  const keyNames = findKeyNames(deps);
  const edit = withPermission('invoices.edit', editInvoice(deps));

  const lastEditor = async ({ site }: ConsoleVisit, invoice: ShownInvoice): Promise<string> => {
    const [last] = await entries([site], { action: 'invoice.edited', subject: invoiceName(invoice) }, 1);
    return last ? actorName(last.actor, await keyNames(site)) : 'Another request';
  };

  return formPage({
    path: '/invoices/:number/edit',
    name: 'invoice edit',
    permission: 'invoices.edit',
    async ask(ctx, visit, filled) {
      const invoice = await find(visit.caller, ctx.params.number ?? '');
      const here = `${visit.prefix}${invoicePath(invoiceName(invoice))}`;
      const isStale = filled.values.version !== undefined && filled.values.version !== versionOf(invoice);
      return {
        title: `Edit ${invoiceHeading(invoice).toLowerCase()}`,
        back: backToInvoice(invoice),
        content: [
          html`${formTrouble(filled)}${isStale ? valuesNow(invoice) : ''}`,
          secretForm(visit, { action: `${here}/edit` }, [
            html`<input type="hidden" name="version" value="${versionOf(invoice)}">${isStale ? html`<input type="hidden" name="anyway" value="yes">` : ''}`,
            inputField(filled, {
              name: 'po_number',
              label: 'Purchase order number',
              value: invoice.po_number,
              attributes: { maxlength: '50' },
            }),
            areaField(filled, {
              name: 'customer_notes',
              label: 'Notes for the customer',
              value: invoice.customer_notes,
              hint: 'Printed on the invoice.',
              attributes: { maxlength: '10000' },
            }),
            areaField(filled, {
              name: 'terms_and_conditions',
              label: 'Terms and conditions',
              value: invoice.terms_and_conditions,
              attributes: { maxlength: '10000' },
            }),
            formButtons(isStale ? 'Save all the same' : 'Save', { back: here }),
          ]),
        ],
      };
    },
    async carryOut(ctx, visit, form) {
      const invoice = await find(visit.caller, ctx.params.number ?? '');
      if (form.version !== versionOf(invoice) && form.anyway === undefined) {
        throw new StaleRecord(
          `${await lastEditor(visit, invoice)} changed this invoice after you opened it. The values now are shown below; saving replaces them.`,
        );
      }
      await edit(visit, invoice.uuid, readAsRequest(editedInvoice, visit, textsOf(form), 'update'));
      return {
        to: invoicePath(invoiceName(invoice)),
        notice: 'The invoice was changed. The customer was not sent a mail; “Send again” sends the new document.',
      };
    },
  });
};

const textsOf = (form: Form) => Object.fromEntries(TEXTS.map((name) => [name, form[name] ?? null]));

const valuesNow = (invoice: ShownInvoice) =>
  html`<dl class="facts">${TEXTS.map((name) => html`<div><dt>${LABELS[name]} now</dt><dd>${invoice[name] || '–'}</dd></div>\n`)}</dl>`;

const LABELS = {
  po_number: 'Purchase order number',
  customer_notes: 'Notes for the customer',
  terms_and_conditions: 'Terms and conditions',
} as const;
