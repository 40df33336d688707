import { amountText } from '../../values/money/money-text.ts';
import type { LineComputation, UnitTerms } from '../adjustments/computation.ts';
import type { ShownAdjustment } from '../adjustments/record.ts';
import { isWhole } from './explain-period.ts';
import { countText } from './explain-words.ts';
import type { InvoiceToExplain } from './explanation.ts';

/**
 * Returns in one sentence, which needs no knowledge of billing, why a line was charged or credited; undefined where
 * its description says it.
 */
export const explainPlainly = (
  line: ShownAdjustment,
  { charges }: Pick<InvoiceToExplain, 'charges'>,
): string | undefined => {
  const money = (cents: number): string => amountText(Math.abs(cents), line.currency);
  const { computation } = line;
  if (line.type === 'credit') {
    const charge = charges.get(line.original_adjustment_uuid ?? '');
    if (!charge) return undefined;
    const why = computation && !computation.usage ? ', for time that is not used' : '';
    const tax = line.tax_in_cents === 0 ? '' : `, with ${money(line.tax_in_cents)} of tax in it`;
    return `${money(line.total_in_cents)} of invoice ${charge.invoice ?? ''} is credited${why}${tax}.`;
  }
  if (!computation || computation.usage) return undefined;
  const gross = money(line.unit_amount_in_cents * line.quantity);
  const time = isWhole(computation)
    ? `for ${intervalOf(computation)}`
    : `for the part of ${intervalOf(computation)} that is left`;
  const difference = differenceText(computation, money);
  if (difference) return `Changed from ${difference}: ${gross} more ${time}.`;
  const { quantity, unit_amount_in_cents: unit } = computation;
  if (quantity === undefined || unit === undefined) return `${gross} ${time}.`;
  return isWhole(computation)
    ? `${quantity} × ${money(unit)} ${time}.`
    : `${quantity} × ${money(unit)} ${time}: ${gross}.`;
};

/** `2 × 19.99 USD to 9 × 19.99 USD`. Lines of earlier releases have the sums alone. */
const differenceText = (
  { from, to, instead_of_in_cents: before, whole_in_cents: whole }: LineComputation,
  money: (cents: number) => string,
): string | undefined => {
  if (before === undefined) return undefined;
  const terms = ({ quantity, unit_amount_in_cents: unit }: UnitTerms): string => `${quantity} × ${money(unit)}`;
  return from && to ? `${terms(from)} to ${terms(to)}` : `${money(before)} to ${money(before + whole)}`;
};

const intervalOf = ({ interval_length, interval_unit }: LineComputation): string =>
  countText(interval_length, interval_unit.slice(0, -1));
