import type { ShownAdjustment } from '@service/billing/domain/adjustments/record.ts';
import { DisputedPayment } from '@service/billing/domain/disputes/disputed-payment.ts';
import type { ShownInvoice } from '@service/billing/domain/invoices/record.ts';
import type { ShownTransaction } from '@service/billing/domain/transactions/record.ts';
import { REFUND_METHODS, type RefundInput, type RefundMethod } from '@service/billing/resources/refund.ts';
import type { Submitted } from '@service/billing/resources/submitted.ts';
import { Invalid } from '@service/billing/values/failure.ts';
import { html } from '../../../../documents/html.ts';
import type { Form } from '../../../../http/bodies/form.ts';
import { inAmounts } from '../../amount-issues.ts';
import { typedAmount } from '../../parts/amount.ts';
import type { FieldChoice } from '../../parts/form.ts';
import { disputePath } from '../../parts/paths.ts';
import { FormProblem } from '../../route.ts';
import type { ConsoleVisit } from '../../visit.ts';

/** The ways to say what is refunded. */
export const REFUND_WAYS = ['all', 'amount', 'lines'] as const;
export type RefundWay = (typeof REFUND_WAYS)[number];

/** Returns the way that a form asks for: an amount or units that were typed are chosen by that. */
export const refundWayOf = (values: Form): RefundWay => {
  const way = REFUND_WAYS.find((one) => one === values.way) ?? 'all';
  const hasUnits = Object.entries(values).some(
    ([name, typed]) => name.startsWith(quantityField('')) && !isNothing(typed),
  );
  if (hasUnits && !(way === 'amount' && values.amount)) return 'lines';
  return values.amount && way !== 'lines' ? 'amount' : way;
};

export const refundMethodOf = ({ refund_method }: Form): RefundMethod =>
  REFUND_METHODS.find((one) => one === refund_method) ?? 'credit_first';

/** The methods by the names of the XML API, and what they do. */
export const METHOD_CHOICES: readonly {
  readonly value: RefundMethod;
  readonly label: string;
  readonly hint: string;
}[] = [
  { value: 'credit_first', label: 'Credit first', hint: 'What credit paid becomes credit again, the rest is money.' },
  { value: 'transaction_first', label: 'Transaction first', hint: 'As much as was paid as money, the rest is credit.' },
  { value: 'all_transaction', label: 'All transaction', hint: 'All of it is money.' },
  { value: 'all_credit', label: 'All credit', hint: 'All of it is credit of the account.' },
];

export const REASON_CHOICES: readonly FieldChoice[] = [
  ['requested by the customer', 'Requested by the customer'],
  ['duplicate', 'Duplicate charge'],
  ['fraudulent', 'Fraudulent charge'],
  ['problem with the service', 'Problem with the service'],
  ['goodwill', 'Goodwill'],
  ['other', 'Other'],
];

/** The field with how much of a line is refunded, in units unless its measure says otherwise. */
export const quantityField = (uuid: string): string => `quantity_${uuid}`;

/** The field with the measure of a line: units, an amount or percents. */
export const measureField = (uuid: string): string => `measure_${uuid}`;

export const REFUND_MEASURES = ['units', 'amount', 'percentage'] as const;
type Measure = (typeof REFUND_MEASURES)[number];

type MeasuredLine = Pick<ShownAdjustment, 'uuid' | 'quantity_remaining'>;

/** Returns the measure that a form names for a line. A line whose units are all refunded is measured by amount. */
export const measureOf = ({ uuid, quantity_remaining }: MeasuredLine, values: Form): Measure =>
  REFUND_MEASURES.find((one) => one === values[measureField(uuid)]) ?? (quantity_remaining > 0 ? 'units' : 'amount');

const isNothing = (typed: string | undefined): boolean => typed === undefined || /^0*$/.test(typed);

/** The fields of a line, where a form refunds something of it. */
const partFields = (line: MeasuredLine, values: Form): [string, string][] => {
  const typed = values[quantityField(line.uuid)];
  if (typed === undefined || isNothing(typed)) return [];
  return [
    [measureField(line.uuid), measureOf(line, values)],
    [quantityField(line.uuid), typed],
  ];
};

/** The fields of a form that say what is refunded, without those that do not matter for its way. */
export const choiceFields = (values: Form, lines: readonly MeasuredLine[]): [string, string][] => {
  const way = refundWayOf(values);
  const names = { all: [], amount: ['amount'], lines: ['prorate'] }[way];
  const typed = [...names, 'external_refund'].flatMap((name): [string, string][] => {
    const value = values[name];
    return value === undefined ? [] : [[name, value]];
  });
  const parts = way === 'lines' ? lines.flatMap((line) => partFields(line, values)) : [];
  return [['way', way], ['refund_method', refundMethodOf(values)], ...typed, ...parts];
};

/** Returns what a form asks for before anything was chosen: payments by hand are refunded by hand. */
export const withRefundDefaults = (
  values: Form,
  payments: readonly Pick<ShownTransaction, 'action' | 'status' | 'type'>[],
): Form => {
  const made = payments.filter(({ action, status }) => action === 'purchase' && status === 'success');
  const isByHand = made.length > 0 && made.every(({ type }) => type === 'manual');
  return isByHand && values.way === undefined ? { ...values, external_refund: 'yes' } : values;
};

/** Returns why a refund cannot be made, with amounts of the currency, and with what can be done instead. */
export const refundTrouble = ({ prefix }: Pick<ConsoleVisit, 'prefix'>, error: unknown, currency: string): unknown =>
  error instanceof DisputedPayment
    ? new FormProblem(
        'A payment of the invoice is disputed. Wait for the decision, accept the dispute, or choose “All credit”.',
        {},
        error.dispute === undefined
          ? undefined
          : html`<p><a href="${prefix}${disputePath(error.dispute)}">Open the dispute</a></p>`,
      )
    : error instanceof Invalid && error.issues.some(({ field }) => field.endsWith('external_refund'))
      ? new FormProblem(
          'No gateway can refund a payment that was made by hand. Refund it yourself and tick “I have refunded it outside the gateways”, or choose “All credit”.',
        )
      : inAmounts(error, currency);

/** Reads what is refunded. Throws `FormProblem`. */
export const refundOf = (
  { currency }: Pick<ShownInvoice, 'currency'>,
  lines: readonly MeasuredLine[],
  values: Form,
): Submitted<RefundInput> => {
  const method = {
    refund_method: refundMethodOf(values),
    ...(values.external_refund === undefined ? {} : { external_refund: true, payment_method: 'other' as const }),
  };
  switch (refundWayOf(values)) {
    case 'all':
      return { value: method, issues: [] };
    case 'amount':
      return { value: { ...method, amount_in_cents: amountOf(values, currency) }, issues: [] };
    case 'lines':
      return { value: { ...method, line_items: linesOf(lines, currency, values) }, issues: [] };
  }
};

const amountOf = ({ amount }: Form, currency: string): number => {
  const cents = typedAmount(amount, currency);
  if (cents !== undefined && cents > 0) return cents;
  throw new FormProblem('Give the amount to refund, such as 5.00.', {
    amount: 'Give an amount above 0, such as 5.00.',
  });
};

type RefundedLineInput = NonNullable<RefundInput['line_items']>[number];

const linesOf = (lines: readonly MeasuredLine[], currency: string, values: Form): readonly RefundedLineInput[] => {
  const chosen = lines.flatMap((line) => {
    const typed = values[quantityField(line.uuid)]?.trim();
    return typed === undefined || isNothing(typed) ? [] : [partOf(line, typed, currency, values)];
  });
  if (chosen.length === 0) {
    throw new FormProblem('Give the units, the amount or the percentage to refund for at least one line.');
  }
  return chosen;
};

const partOf = (line: MeasuredLine, typed: string, currency: string, values: Form): RefundedLineInput => {
  const { uuid } = line;
  const refused = (whole: string, field: string) => new FormProblem(whole, { [quantityField(uuid)]: field });
  switch (measureOf(line, values)) {
    case 'units': {
      if (!/^\d{1,6}$/.test(typed)) throw refused('Give whole numbers of units.', 'Give a whole number.');
      return { uuid, quantity: Number(typed), prorate: values.prorate !== undefined };
    }
    case 'amount': {
      const cents = typedAmount(typed, currency);
      if (cents === undefined || cents <= 0) {
        throw refused('Give the amount of a line such as 5.00.', 'Give an amount above 0, such as 5.00.');
      }
      return { uuid, amount_in_cents: cents };
    }
    case 'percentage': {
      const percentage = Number(typed.replace(/\s*%$/, ''));
      if (!Number.isInteger(percentage) || percentage < 1 || percentage > 100) {
        throw refused('Give whole percents from 1 to 100.', 'Give a whole number from 1 to 100.');
      }
      return { uuid, percentage };
    }
  }
};

/** The reason for the audit log. Throws `FormProblem`. */
export const refundReason = ({ reason, comment }: Form): string => {
  if (!REASON_CHOICES.some(([value]) => value === reason)) {
    throw new FormProblem('Choose the reason of the refund.', { reason: 'Choose a reason.' });
  }
  return [reason, comment?.slice(0, 500)].filter(Boolean).join(': ');
};
