import { DisputedPayment } from '@service/billing/domain/disputes/disputed-payment.ts';
import type { ShownInvoice } from '@service/billing/domain/invoices/record.ts';
import { Failure, Invalid, type Issue } from '@service/billing/values/failure.ts';
import { html } from '../../../../documents/html.ts';
import type { Form } from '../../../../http/bodies/form.ts';
import { inAmounts } from '../../amount-issues.ts';
import { moneyOf } from '../../parts/figures.ts';
import { disputePath } from '../../parts/paths.ts';
import { FormProblem } from '../../route.ts';
import type { ConsoleVisit } from '../../visit.ts';
import { chosenLines, PARTS_FIELD, quantityField, refundWayOf } from './refund-choice.ts';

interface AskedRefund {
  readonly invoice: Pick<ShownInvoice, 'currency' | 'state' | 'refundable_total_in_cents'>;
  readonly lines: Parameters<typeof chosenLines>[0];
  readonly values: Form;
}

/** Returns why a refund cannot be made, at the fields that it concerns, with what can be done instead. */
export const refundTrouble = (
  { prefix }: Pick<ConsoleVisit, 'prefix'>,
  error: unknown,
  { invoice, lines, values }: AskedRefund,
): unknown => {
  if (error instanceof DisputedPayment) {
    return new FormProblem(
      'A payment of the invoice is disputed.',
      { refund_method: 'Wait for the decision, accept the dispute, or choose “Only as credit”.' },
      error.dispute === undefined
        ? undefined
        : html`<p><a href="${prefix}${disputePath(error.dispute)}">Open the dispute</a></p>`,
    );
  }
  if (error instanceof Failure && error.symbol === 'invoice_not_refundable') return nothingToRefund(invoice, values);
  if (!(error instanceof Invalid)) return error;
  const chosen = chosenLines(lines, values).map(({ uuid }) => quantityField(uuid));
  const told = error.issues.map((issue) => sentenceAt(issue, chosen, invoice.currency));
  if (!told.every((one) => one !== undefined)) return inAmounts(error, invoice.currency);
  return new FormProblem(told.map(([, sentence]) => sentence).join(' '), Object.fromEntries(told));
};

const nothingToRefund = (
  { currency, state, refundable_total_in_cents: left }: AskedRefund['invoice'],
  values: Form,
): FormProblem => {
  if (left <= 0) {
    return new FormProblem(
      state === 'paid'
        ? 'Nothing is left to refund of this invoice.'
        : 'The invoice is not paid, so there is nothing to refund.',
    );
  }
  const sentence =
    refundWayOf(values) === 'lines'
      ? `These parts come to nothing, or to more than the ${moneyOf(left, currency)} that is left to refund of the invoice.`
      : undefined;
  return new FormProblem('Nothing can be refunded with this choice.', sentence ? { [PARTS_FIELD]: sentence } : {});
};

/** Returns the field that an issue concerns, with its sentence; undefined for one that this form cannot cause. */
const sentenceAt = (
  { field, symbol, reason, count = 0 }: Issue,
  chosen: readonly string[],
  currency: string,
): readonly [field: string, sentence: string] | undefined => {
  const [, place, part = ''] = /line_items\[(\d+)\]\.(\w+)$/.exec(field) ?? [];
  const at = place === undefined ? undefined : chosen[Number(place)];
  if (at !== undefined) {
    if (reason === 'rounds_to_nothing') return [at, 'This comes to less than a cent. Enter more.'];
    if (reason === 'whole_shipping_fee') return [at, 'A shipping fee is refunded in full or not at all.'];
    if (reason === 'not_a_period') {
      return ['prorate', 'A line that you chose is not for a period, so it has no unused time. Leave this empty.'];
    }
    if (symbol !== 'less_than_or_equal_to') return undefined;
    const sentence =
      part === 'amount_in_cents'
        ? `At most ${moneyOf(count, currency)} before tax is left to refund of this line.`
        : `At most ${count} ${count === 1 ? 'unit is' : 'units are'} left to refund of this line.`;
    return [at, sentence];
  }
  if (field.endsWith('.amount_in_cents') && symbol === 'less_than_or_equal_to') {
    return ['amount', `At most ${moneyOf(count, currency)} is left to refund.`];
  }
  if (reason === 'lines_refunded') {
    return ['amount', 'Units were refunded already. Choose the parts of lines to refund, or all that is left.'];
  }
  if (field.endsWith('.external_refund')) {
    return [
      'external_refund',
      'It was not paid through a gateway, so the service cannot pay it back. Refund it yourself and tick this, or choose “Only as credit”.',
    ];
  }
  if (reason === 'no_payment_to_refund') {
    return ['refund_method', 'No payment of this amount is left to refund. Choose another way.'];
  }
  return undefined;
};
