import type { ShownAdjustment } from '@service/billing/domain/adjustments/record.ts';
import type { ShownInvoice } from '@service/billing/domain/invoices/record.ts';
import type { ShownTransaction } from '@service/billing/domain/transactions/record.ts';
import { REFUND_METHODS, type RefundInput, type RefundMethod } from '@service/billing/resources/refund.ts';
import type { Submitted } from '@service/billing/resources/submitted.ts';
import type { Form } from '../../../../http/bodies/form.ts';
import { typedAmount } from '../../parts/amount.ts';
import type { FieldChoice } from '../../parts/form.ts';
import { FormProblem } from '../../route.ts';

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

/** The methods, and what they do. */
export const METHOD_CHOICES: readonly {
  readonly value: RefundMethod;
  readonly label: string;
  readonly hint: string;
}[] = [
  {
    value: 'credit_first',
    label: 'As it was paid, credit first',
    hint: 'What credit had paid becomes credit again. The rest goes back to the payment method.',
  },
  {
    value: 'transaction_first',
    label: 'As it was paid, money first',
    hint: 'What the payment method had paid goes back to it. The rest becomes credit again.',
  },
  {
    value: 'all_transaction',
    label: 'Only to the payment method',
    hint: 'All of it is money, also what credit had paid.',
  },
  {
    value: 'all_credit',
    label: 'Only as credit',
    hint: 'All of it becomes credit of the customer, which pays the next invoices.',
  },
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

/** The name by which a problem of all the parts is told. */
export const PARTS_FIELD = 'parts';

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
  throw new FormProblem('Enter the amount to refund.', { amount: 'Enter an amount above 0, such as 5.00.' });
};

type RefundedLineInput = NonNullable<RefundInput['line_items']>[number];

/** Returns the lines of which a form refunds something, in the order in which it asks for them. */
export const chosenLines = <L extends MeasuredLine>(lines: readonly L[], values: Form): readonly L[] =>
  lines.filter(({ uuid }) => !isNothing(values[quantityField(uuid)]?.trim()));

const linesOf = (lines: readonly MeasuredLine[], currency: string, values: Form): readonly RefundedLineInput[] => {
  const chosen = chosenLines(lines, values);
  if (chosen.length > 0) {
    return chosen.map((line) => partOf(line, values[quantityField(line.uuid)]?.trim() ?? '', currency, values));
  }
  throw new FormProblem('Enter what to refund.', {
    [PARTS_FIELD]: 'Enter how many units, how much or what percentage to refund of at least one line.',
  });
};

const partOf = (line: MeasuredLine, typed: string, currency: string, values: Form): RefundedLineInput => {
  const { uuid } = line;
  const refused = (whole: string, field: string) => new FormProblem(whole, { [quantityField(uuid)]: field });
  switch (measureOf(line, values)) {
    case 'units': {
      if (!/^\d{1,6}$/.test(typed)) throw refused('Enter whole units.', 'Enter a whole number.');
      return { uuid, quantity: Number(typed), prorate: values.prorate !== undefined };
    }
    case 'amount': {
      const cents = typedAmount(typed, currency);
      if (cents === undefined || cents <= 0) {
        throw refused('Enter the amount of each line.', 'Enter an amount above 0, such as 5.00.');
      }
      return { uuid, amount_in_cents: cents };
    }
    case 'percentage': {
      const percentage = Number(typed.replace(/\s*%$/, ''));
      if (!Number.isInteger(percentage) || percentage < 1 || percentage > 100) {
        throw refused('Enter whole percentages.', 'Enter a whole number from 1 to 100.');
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
