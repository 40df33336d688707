import { amountText } from '../../values/money/money-text.ts';
import type { LineComputation } from '../adjustments/computation.ts';
import { exactUnits } from '../adjustments/counted-units.ts';
import type { ShownAdjustment } from '../adjustments/record.ts';
import { taxesText } from './explain-groups.ts';
import { explainPeriod } from './explain-period.ts';
import { explainUsage } from './explain-usage.ts';
import type { InvoiceToExplain } from './explanation.ts';

/** Explains which charge a credit line credits, which share of it and why, from the stored records of both. */
export const explainCredit = (line: ShownAdjustment, { charges }: Pick<InvoiceToExplain, 'charges'>): string[] => {
  const money = (cents: number): string => amountText(Math.abs(cents), line.currency);
  const gross = line.unit_amount_in_cents * line.quantity;
  const charge = charges.get(line.original_adjustment_uuid ?? '');
  if (!charge) {
    const { computation } = line;
    const origin = computation?.usage
      ? explainUsage(line, computation, computation.usage)
      : [granted(line, money(gross))];
    return [
      ...origin,
      ...(line.tax_in_cents === 0 ? [] : taxOf(line, money)),
      `Total: -${money(line.total_in_cents)}.`,
    ];
  }
  const charged = charge.unit_amount_in_cents * charge.quantity;
  const parts = [
    ...(line.discount_in_cents === 0 ? [] : [` less ${money(line.discount_in_cents)} of its discount`]),
    ...(line.tax_in_cents === 0
      ? []
      : [`${line.tax_inclusive ? ', with' : ' and'} ${money(line.tax_in_cents)} of its tax`]),
  ].join('');
  return [
    `Credits “${charge.description ?? 'a charge'}” on invoice ${charge.invoice ?? ''}, charged at ${money(charged)}.`,
    ...(line.computation ? unusedTime(line, line.computation, money) : []),
    ...(line.credited_share === null ? [] : [`Share of the charge: ${line.credited_share}.`]),
    `Credited: ${money(gross)}${parts}. Amount, discount and tax are credited by the same share, each rounded ` +
      'together with earlier credits of the charge, so that all credits add up to exactly what was charged.',
    ...taxOf(line, money),
    `Total: -${money(line.total_in_cents)}.`,
  ];
};

/** Names the tax that a credit returns, or that there was none. */
const taxOf = ({ taxes, tax_in_cents, tax_inclusive }: ShownAdjustment, money: (cents: number) => string): string[] => {
  if (tax_in_cents === 0) return ['Tax: none.'];
  const named = taxes.length === 0 ? '' : `${taxesText(taxes)}, `;
  return [`Tax: ${named}${money(tax_in_cents)}${tax_inclusive ? ' within the price' : ''}.`];
};

/** Explains the unused part of the charged period, which a change or an end credits from its own moment on. */
const unusedTime = (
  { created_at, end_date }: ShownAdjustment,
  computation: LineComputation,
  money: (cents: number) => string,
): string[] => {
  const price = `Price of a whole interval that is no longer used: ${money(computation.whole_in_cents)}.`;
  return end_date === null || end_date <= created_at
    ? [price]
    : [explainPeriod(created_at, end_date, computation).replace('Period', 'Unused'), price];
};

const granted = (line: ShownAdjustment, amount: string): string => {
  const { origin, currency } = line;
  if (origin === 'gift_card') return `The value of a gift card: ${amount}.`;
  const { quantity, unit_amount_in_cents } = exactUnits(line);
  const unit = amountText(Math.abs(unit_amount_in_cents), currency);
  return quantity === '1' ? `A credit of ${amount}.` : `A credit of ${quantity} x ${unit} = ${amount}.`;
};
