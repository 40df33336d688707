import type { ShownAdjustment } from '@service/billing/domain/adjustments/record.ts';
import type { ShownInvoice } from '@service/billing/domain/invoices/record.ts';
import type { ShownTransaction } from '@service/billing/domain/transactions/record.ts';
import { REFUND_METHODS, type RefundInput, type RefundMethod } from '@service/billing/resources/refund.ts';
import type { Submitted } from '@service/billing/resources/submitted.ts';
import { Invalid } from '@service/billing/values/failure.ts';
import type { Form } from '../../../../http/bodies/form.ts';
import { typedAmount } from '../../parts/amount.ts';
import { inAmounts } from '../../parts/amount-issues.ts';
import type { FieldChoice } from '../../parts/form.ts';
import { FormProblem } from '../../route.ts';

/** The ways to say what is refunded. */
export const REFUND_WAYS = ['all', 'amount', 'lines'] as const;
export type RefundWay = (typeof REFUND_WAYS)[number];

/** Returns the way that a form asks for: an amount or units that were typed are chosen by that. */
export const refundWayOf = (values: Form): RefundWay => {
  const way = REFUND_WAYS.find((one) => one === values.way) ?? 'all';
  const hasUnits = Object.entries(values).some(
    ([name, typed]) => name.startsWith(quantityField('')) && typed !== undefined && !/^0*$/.test(typed),
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

/** The field with the number of units of a line. */
export const quantityField = (uuid: string): string => `quantity_${uuid}`;

/** The fields of a form that say what is refunded, without those that do not matter for its way. */
export const choiceFields = (values: Form, lines: readonly Pick<ShownAdjustment, 'uuid'>[]): [string, string][] => {
  const way = refundWayOf(values);
  const names = {
    all: [],
    amount: ['amount'],
    lines: ['prorate', ...lines.map(({ uuid }) => quantityField(uuid))],
  }[way];
  const typed = [...names, 'external_refund'].flatMap((name): [string, string][] => {
    const value = values[name];
    return value === undefined || (way === 'lines' && /^0+$/.test(value)) ? [] : [[name, value]];
  });
  return [['way', way], ['refund_method', refundMethodOf(values)], ...typed];
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
export const refundTrouble = (error: unknown, currency: string): unknown =>
  error instanceof Invalid && error.issues.some(({ field }) => field.endsWith('external_refund'))
    ? new FormProblem(
        'No gateway can refund a payment that was made by hand. Refund it yourself and tick “I have refunded it outside the gateways”, or choose “All credit”.',
      )
    : inAmounts(error, currency);

/** Reads what is refunded. Throws `FormProblem`. */
export const refundOf = (
  { currency }: Pick<ShownInvoice, 'currency'>,
  lines: readonly Pick<ShownAdjustment, 'uuid'>[],
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
      return { value: { ...method, line_items: linesOf(lines, values) }, issues: [] };
  }
};

const amountOf = ({ amount }: Form, currency: string): number => {
  const cents = typedAmount(amount, currency);
  if (cents !== undefined && cents > 0) return cents;
  throw new FormProblem('Give the amount to refund, such as 5.00.', {
    amount: 'Give an amount above 0, such as 5.00.',
  });
};

const linesOf = (
  lines: readonly Pick<ShownAdjustment, 'uuid'>[],
  values: Form,
): NonNullable<RefundInput['line_items']> => {
  const prorate = values.prorate !== undefined;
  const chosen = lines.flatMap(({ uuid }) => {
    const typed = values[quantityField(uuid)] ?? '0';
    if (!/^\d{1,6}$/.test(typed))
      throw new FormProblem('Give whole numbers of units.', { [quantityField(uuid)]: 'Give a whole number.' });
    return Number(typed) === 0 ? [] : [{ uuid, quantity: Number(typed), prorate }];
  });
  if (chosen.length === 0) throw new FormProblem('Give the number of units to refund for at least one line.');
  return chosen;
};

/** The reason for the audit log. Throws `FormProblem`. */
export const refundReason = ({ reason, comment }: Form): string => {
  if (!REASON_CHOICES.some(([value]) => value === reason)) {
    throw new FormProblem('Choose the reason of the refund.', { reason: 'Choose a reason.' });
  }
  return [reason, comment?.slice(0, 500)].filter(Boolean).join(': ');
};
