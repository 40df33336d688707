import { amountField, typedAmount } from '../../parts/amount.ts';

/** The percentages of an add-on in one currency: that of each tier up to an amount in cents, null for the last. */
interface TypedPercentages {
  readonly currency: string;
  readonly tiers: readonly { readonly ending_amount_in_cents?: number | null; readonly usage_percentage: string }[];
}

/** Tells an operator how to type the percentages of an add-on. */
export const PERCENTAGES_HINT =
  'One line for each currency of the plan, such as “USD: 2.9 % up to 2500.00, 1.5 % above”. Empty without tiers.';

/** Writes percentages as an operator types them. */
export const percentageTierLines = (all: readonly TypedPercentages[]): string =>
  all
    .map(({ currency, tiers }) => {
      const parts = tiers.map(({ ending_amount_in_cents: end, usage_percentage }) =>
        end == null ? `${usage_percentage} % above` : `${usage_percentage} % up to ${amountField(end, currency)}`,
      );
      return `${currency}: ${parts.join(', ')}`;
    })
    .join('\n');

const LINE = /^([A-Za-z]{3})\s*:(.{1,2000})$/;
const PART = /^([\d.]{1,9})\s*%?\s*(?:up to\s+([\d.,]{1,20})|above)$/i;

/** Reads percentages as `percentageTierLines` writes them; undefined if a line cannot be understood. */
export const typedPercentageTiers = (text: string): readonly TypedPercentages[] | undefined => {
  const all = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map(typedLine);
  return all.includes(undefined) ? undefined : (all as readonly TypedPercentages[]);
};

const typedLine = (line: string): TypedPercentages | undefined => {
  const [, code = '', parts = ''] = LINE.exec(line) ?? [];
  const currency = code.toUpperCase();
  const tiers = parts.split(/,\s+/).map((part) => {
    const [, usage_percentage, end] = PART.exec(part.trim()) ?? [];
    const ending_amount_in_cents = end === undefined ? null : typedAmount(end, currency);
    return usage_percentage === undefined || ending_amount_in_cents === undefined
      ? undefined
      : { ending_amount_in_cents, usage_percentage };
  });
  return currency === '' || tiers.includes(undefined)
    ? undefined
    : { currency, tiers: tiers as TypedPercentages['tiers'] };
};
