import type { LineComputation } from '../adjustments/computation.ts';

/** Returns the units at the price of a line, where its price depends on the quantity. */
export const explainTier = (
  { tier, usage, unit_amount_in_cents }: LineComputation,
  money: (cents: number) => string,
): string[] => {
  if (!tier) return [];
  const { percentage } = usage ?? {};
  if (percentage) {
    const amounts = tier.to === null ? `${money(tier.from)} and up` : `${money(tier.from)} to ${money(tier.to)}`;
    return [`Tier: ${percentage} % is for the amounts ${amounts}.`];
  }
  const unit = usage?.unit ?? unit_amount_in_cents;
  const range = tier.to === null ? `${tier.from} and up` : `${tier.from} to ${tier.to}`;
  return [`Tier: ${unit === undefined ? 'the price' : money(unit)} is for units ${range}.`];
};
