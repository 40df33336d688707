import type { MadeEInvoice } from '@service/billing/domain/e-invoices/e-invoice-of.ts';
import {
  E_INVOICE_FORMAT_NAMES,
  E_INVOICE_FORMATS,
  type EInvoiceFormat,
} from '@service/billing/domain/e-invoices/formats.ts';
import { eInvoiceProblems, findEInvoice } from '@service/billing/queries/invoices/e-invoices.ts';
import { LATEST } from '@service/billing/resources/version.ts';
import { Failure } from '@service/billing/values/failure.ts';
import { inTurns } from '@service/billing/values/steps.ts';
import { eInvoiceInSteps } from '../../../../documents/e-invoices/write-e-invoice.ts';
import { html, type Markup } from '../../../../documents/html.ts';
import { fieldsOf } from '../../../../http/query.ts';
import { invoicePath } from '../../parts/paths.ts';
import { type ConsoleRoute, readingPage } from '../../route.ts';
import { type ConsoleVisit, consoleVisitOf, seesPersonalData } from '../../visit.ts';
import type { MoneyDeps } from './money-deps.ts';

/** The e-invoice of an invoice as a file. It names the customer, so not every role may see it. */
export const eInvoicePage = (deps: MoneyDeps): ConsoleRoute => {
  const find = findEInvoice(deps);
  return readingPage('/invoices/:number/e-invoice', 'e-invoice', 'customers.personal', async (ctx) => {
    const { caller } = consoleVisitOf(ctx);
    const number = ctx.params.number ?? '';
    const format = formatIn(ctx.querystring);
    const invoice = await find({ caller, version: LATEST, turn: deps.world.turn }, number, format);
    ctx.type = 'application/xml';
    ctx.set('Content-Disposition', `attachment; filename="${format}-${invoice.number}.xml"`);
    ctx.body = await inTurns(eInvoiceInSteps(invoice, format), deps.world.turn);
  });
};

const formatIn = (query: string): EInvoiceFormat => {
  const named = fieldsOf(query).get('format') ?? E_INVOICE_FORMAT_NAMES[0];
  const format = E_INVOICE_FORMAT_NAMES.find((name) => name === named);
  if (!format) {
    throw new Failure('bad_request', { name: 'format' }, `format must be one of ${E_INVOICE_FORMAT_NAMES.join(', ')}`);
  }
  return format;
};

/**
 * Downloads of the e-invoice in each format, and what is missing for the others. `made` is undefined where not all
 * lines were read: then the download says what is missing.
 */
export const eInvoiceSection = (
  visit: ConsoleVisit,
  number: string,
  made: MadeEInvoice | undefined,
): Markup | string => {
  if (!seesPersonalData(visit)) return '';
  const findings = E_INVOICE_FORMAT_NAMES.map((format) => ({
    format,
    problems: made ? eInvoiceProblems(made, format) : [],
  }));
  const path = `${visit.prefix}${invoicePath(number, 'e-invoice')}`;
  const links = findings
    .filter(({ problems }) => problems.length === 0)
    .map(
      ({ format }) => html`<li><a href="${path}?format=${format}" download>${E_INVOICE_FORMATS[format].label}</a></li>`,
    );
  const missing = [...new Set(findings.flatMap(({ problems }) => problems))];
  const what = links.length === 0 ? 'There is none.' : 'There is no XRechnung.';
  return html`<details class="panel"><summary><h2>E-invoice</h2></summary>
${links.length > 0 ? html`<ul>${links}</ul>` : ''}
${missing.length > 0 ? html`<p>${what}</p><ul>${missing.map((problem) => html`<li>${problem}</li>`)}</ul>` : ''}
<p class="quiet">${IN_DOCUMENTS[visit.site.e_invoices === 'off' ? 'off' : 'on']}</p></details>`;
};

const IN_DOCUMENTS = {
  off: 'The PDF and mail contain no e-invoice: the setting E-invoices is off.',
  on: 'Where there is one, the PDF contains it, and mail has it as XML beside the PDF.',
} as const;
