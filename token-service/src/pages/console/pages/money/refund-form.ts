import { refundableOf } from '@service/billing/domain/adjustments/credit-line.ts';
import type { ShownAdjustment } from '@service/billing/domain/adjustments/record.ts';
import { needsApproval } from '@service/billing/domain/approvals/approval.ts';
import { invoiceName } from '@service/billing/domain/invoices/invoice-name.ts';
import type { ShownInvoice } from '@service/billing/domain/invoices/record.ts';
import { moneyProofLimit } from '@service/billing/domain/operators/refund-limit.ts';
import type { RefundAllowance } from '@service/billing/queries/payments/refund-allowance.ts';
import type { RefundPreview } from '@service/billing/usecases/refunds/preview-refund.ts';
import { html, type Markup } from '../../../../documents/html.ts';
import { moneyOf } from '../../parts/figures.ts';
import type { FilledForm, Problems } from '../../parts/filled.ts';
import {
  areaField,
  checkField,
  choiceField,
  formButtons,
  formTrouble,
  inputField,
  problemBelow,
  radioField,
  secretForm,
} from '../../parts/form.ts';
import { invoicePath } from '../../parts/paths.ts';
import { allowanceInWords } from '../../parts/refund-allowance-words.ts';
import { consoleTable } from '../../parts/table.ts';
import { SHOWN_ID, showButton, shownField } from '../../shown-choice.ts';
import { approvalHint } from '../../steps/moved-money.ts';
import type { ConsoleVisit } from '../../visit.ts';
import { codeInWords } from './money-parts.ts';
import {
  choiceFields,
  METHOD_CHOICES,
  measureField,
  measureOf,
  PARTS_FIELD,
  quantityField,
  REASON_CHOICES,
  REFUND_MEASURES,
  refundMethodOf,
  refundWayOf,
} from './refund-choice.ts';
import { partsInWords, partsOfPreview } from './refund-words.ts';

interface ShownRefund {
  readonly invoice: ShownInvoice;
  /** The charges of the invoice. */
  readonly lines: readonly ShownAdjustment[];
  /** The amounts that the choice refunds, or the reason why it cannot be refunded. */
  readonly shown: RefundPreview | Problems;
  /** The amount that the operator may still refund today; null without a limit. */
  readonly allowance: RefundAllowance | null;
}

/** The choice of what to refund, then its amounts with the button that refunds them. */
export const refundContent = (
  visit: ConsoleVisit,
  filled: FilledForm,
  { invoice, lines, shown, allowance }: ShownRefund,
): Markup[] => {
  const back = `${visit.prefix}${invoicePath(invoiceName(invoice))}`;
  const action = `${back}/refund`;
  const problems = 'fields' in shown && filled.problems.form === undefined ? shown : filled.problems;
  return [
    limitOf(visit, invoice, allowance),
    secretForm(
      visit,
      { action },
      html`<div class="sections"><section><h2>What to refund</h2>${choiceOf({ ...filled, problems }, { invoice, lines })}</section>
<section class="panel" id="${SHOWN_ID}"><h2>This refund</h2>${formTrouble({ ...filled, problems })}${
        'fields' in shown
          ? html`<p class="quiet">Nothing can be refunded with this choice.</p><p><a class="button" href="${back}">Back to the invoice</a></p>`
          : html`<p><strong>${moneyOf(shown.amount_in_cents, shown.currency)}</strong> of ${moneyOf(invoice.refundable_total_in_cents, invoice.currency)} that can be refunded: ${partsInWords(partsOfPreview(shown))}. A credit invoice records it.</p>
${isAboveAllowance(visit, shown, allowance) ? aboveAllowance(back) : confirmation(filled, { lines, shown, back })}`
      }</section></div>`,
    ),
  ];
};

/** The limit that applies to the operator. */
const limitOf = (visit: ConsoleVisit, { currency }: ShownInvoice, allowance: RefundAllowance | null): Markup => {
  const limit = allowance
    ? allowanceInWords(allowance)
    : `For more than ${moneyOf(moneyProofLimit(visit.site), currency)} you prove who you are first. `;
  return html`<p class="quiet">${limit}${approvalHint(visit, currency)}</p>`;
};

/** Whether the operator may not refund the amount today. One that another operator has to approve does not count. */
const isAboveAllowance = (
  { site }: ConsoleVisit,
  { amount_in_cents }: RefundPreview,
  allowance: RefundAllowance | null,
): boolean => allowance !== null && amount_in_cents > allowance.left_in_cents && !needsApproval(site, amount_in_cents);

const aboveAllowance = (back: string): Markup =>
  html`<p class="problem">This is more than you may still refund today. Refund less, or ask one of the operators who may refund more.</p><p><a class="button" href="${back}">Back to the invoice</a></p>`;

const choiceOf = (filled: FilledForm, { invoice, lines }: Pick<ShownRefund, 'invoice' | 'lines'>): Markup => {
  const values = { ...filled.values, way: refundWayOf(filled.values) };
  const left = lines.filter((line) => line.quantity_remaining > 0 || refundableOf(line) > 0);
  const all = moneyOf(invoice.refundable_total_in_cents, invoice.currency);
  return html`${radioField({ ...filled, values }, { name: 'way', label: 'Refund' }, [
    { value: 'all', label: `All that is left, ${all}` },
    { value: 'amount', label: 'An amount' },
    ...(left.length > 0 ? [{ value: 'lines', label: 'Parts of lines' }] : []),
  ])}
${inputField(filled, {
  name: 'amount',
  label: `Amount in ${invoice.currency}`,
  hint: 'Tax included. Leave it empty to refund all that is left, or parts of lines.',
  attributes: { inputmode: 'decimal', autocomplete: 'off', 'data-chooses': 'way=amount' },
})}
${left.length > 0 ? partsTable(filled, invoice, left) : ''}
${radioField(filled, { name: 'refund_method', label: 'How it is refunded', value: refundMethodOf(values) }, METHOD_CHOICES)}
${checkField(filled, {
  name: 'external_refund',
  label: 'I have already refunded it myself',
  hint: 'For example by bank transfer. The refund is recorded, and no payment is sent.',
})}
<div class="buttons">${showButton('Show the refund')}</div>`;
};

const partsTable = (filled: FilledForm, invoice: ShownInvoice, lines: readonly ShownAdjustment[]): Markup =>
  html`<fieldset class="field"><legend>Parts of lines</legend>${consoleTable({
    caption: 'Parts of lines to refund',
    rows: lines,
    empty: '',
    columns: [
      { name: 'line', label: 'Line', cell: ({ description, origin }) => description ?? codeInWords(origin) },
      {
        name: 'total',
        label: 'Charged',
        numeric: true,
        cell: ({ total_in_cents }) => moneyOf(total_in_cents, invoice.currency),
      },
      {
        name: 'left',
        label: 'Left to refund',
        numeric: true,
        cell: (line) => moneyOf(refundableOf(line), invoice.currency),
      },
      { name: 'part', label: 'To refund', numeric: true, cell: (line) => partCell(filled, invoice, line) },
    ],
  })}${checkField(filled, { name: 'prorate', label: 'Refund units only for the unused time of the period' })}${problemBelow(filled, { name: PARTS_FIELD, label: 'Parts of lines' })}</fieldset>`;

/** The fields of a line: how much of it is refunded, and in which measure. */
const partCell = (filled: FilledForm, { currency }: ShownInvoice, line: ShownAdjustment): Markup => {
  const { values, problems } = filled;
  const { uuid, quantity_remaining: most } = line;
  const name = line.description ?? 'the line';
  const field = quantityField(uuid);
  const measure = measureOf(line, values);
  const words = {
    units: most === 1 ? 'of 1 unit' : `of ${most} units`,
    amount: `${currency} before tax`,
    percentage: '% of what is left',
  };
  const choices = REFUND_MEASURES.filter((one) => one !== 'units' || most > 0);
  const invalid = problems.fields[field] ? html` aria-invalid="true" aria-describedby="${field}-problem"` : '';
  return html`<div class="part"><input class="units" name="${field}" value="${values[field] ?? ''}" placeholder="0" inputmode="decimal" autocomplete="off" data-chooses="way=lines" aria-label="How much of ${name} to refund"${invalid}> <select name="${measureField(uuid)}" aria-label="Refund ${name} by">${choices.map(
    (one) => html`<option value="${one}"${one === measure ? html` selected` : ''}>${words[one]}</option>`,
  )}</select>${problemBelow(filled, { name: field, label: name })}</div>`;
};

const confirmation = (
  filled: FilledForm,
  { lines, shown, back }: Pick<ShownRefund, 'lines'> & { readonly shown: RefundPreview; readonly back: string },
): Markup[] => [
  shownField(choiceFields(filled.values, lines)),
  choiceField(filled, { name: 'reason', label: 'Reason', value: REASON_CHOICES[0]?.[0] }, REASON_CHOICES),
  areaField(filled, {
    name: 'comment',
    label: 'Comment',
    hint: 'For the audit log. The customer does not see it.',
    attributes: { maxlength: '500' },
  }),
  formButtons(`Refund ${partsInWords(partsOfPreview(shown))}`, { back, danger: true }),
];
