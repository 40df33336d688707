import { NO_END } from '@service/billing/resources/add-on.ts';
import { amountField, typedAmount } from '../../parts/amount.ts';

/** A tier: the price of a unit, or of a step, in cents by currency, up to a quantity. */
interface TypedTier {
  readonly ending_quantity: number;
  readonly unit_amount_in_cents: Readonly<Record<string, number>> | null;
}

/** Tells an operator how to type the tiers of an add-on. */
export const TIERS_HINT =
  'One line each, such as “100: 5.00 USD, 4.50 EUR” for up to 100. The last line has no end: “above: 3.00 USD, 2.70 EUR”.';

/** Writes tiers as an operator types them. */
export const tierLines = (tiers: readonly TypedTier[]): string =>
  tiers
    .map(({ ending_quantity, unit_amount_in_cents }) => {
      const prices = Object.entries(unit_amount_in_cents ?? {}).map(
        ([currency, cents]) => `${amountField(cents, currency)} ${currency}`,
      );
      return `${ending_quantity === NO_END ? 'above' : ending_quantity}: ${prices.join(', ')}`;
    })
    .join('\n');

const LINE = /^(?:up to )?([\d,]{1,15}|above)\s*:(.{1,2000})$/i;
const PRICE = /^([\d.,]{1,20})\s*([A-Za-z]{3})$/;

/** Reads tiers as `tierLines` writes them; undefined if a line cannot be understood. */
export const typedTiers = (text: string): readonly TypedTier[] | undefined => {
  const tiers = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map(typedTier);
  return tiers.includes(undefined) ? undefined : (tiers as readonly TypedTier[]);
};

const typedTier = (line: string): TypedTier | undefined => {
  const [, end = '', prices = ''] = LINE.exec(line) ?? [];
  if (end === '') return undefined;
  const amounts = prices.split(/[,;]\s+|;/).map((price) => {
    const [, amount, code = ''] = PRICE.exec(price.trim()) ?? [];
    const currency = code.toUpperCase();
    return [currency, typedAmount(amount, currency || 'USD')] as const;
  });
  if (amounts.some(([currency, cents]) => currency === '' || cents === undefined)) return undefined;
  return {
    ending_quantity: end.toLowerCase() === 'above' ? NO_END : Number(end.replaceAll(',', '')),
    unit_amount_in_cents: Object.fromEntries(amounts as readonly (readonly [string, number])[]),
  };
};
