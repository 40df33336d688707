import { decimalFraction, fraction, rounded, times } from '../../values/money/fraction.ts';
import { amountText } from '../../values/money/money-text.ts';
import type { LineComputation, LineUsage } from '../adjustments/computation.ts';
import type { ShownAdjustment } from '../adjustments/record.ts';
import { explainTier } from './explain-tier.ts';
import { momentText } from './explain-words.ts';

/** Explains the usage of a line, its period and its price. For a correction, amounts are those that it credits. */
export const explainUsage = (line: ShownAdjustment, computation: LineComputation, usage: LineUsage): string[] => {
  const { start_date, end_date, currency } = line;
  const money = (cents: number): string => amountText(cents, currency);
  const late = 'It was recorded late';
  return [
    `Usage from ${momentText(start_date)} to ${momentText(end_date ?? start_date)}, billed in arrears.`,
    ...(usage.before === undefined ? [] : [`${late}; ${usage.before} of the same period were billed before.`]),
    ...(usage.in_term === undefined
      ? []
      : [`Tiers go on from ${usage.in_term}, which were billed earlier in the term.`]),
    priceOf(usage, computation.whole_in_cents, money),
    ...explainTier(computation, money),
  ];
};

/** Explains the price. A step has one price, whatever part of it was used. */
const priceOf = ({ amount, unit, percentage }: LineUsage, gross: number, money: (cents: number) => string): string => {
  const product = `${money(gross)}, rounded once on the product.`;
  if (unit === null) return `Price: ${percentage ?? '0'} % of ${money(Number(amount))} = ${product}`;
  return rounded(times(decimalFraction(amount), fraction(unit))) === gross
    ? `Price: ${amount} x ${money(unit)} = ${product}`
    : `Price: ${money(unit)} for the step that ${amount} units reach.`;
};
