/** The next price of an extra and where it begins, from the tiers of the catalogue. */
import { moneyIn } from './money.js';

const ENDINGS = { one: 'st', two: 'nd', few: 'rd', other: 'th' };
const rules = new Intl.PluralRules('en', { type: 'ordinal' });

/** A price by volume is that of all units; otherwise it is that of the units from there on. */
const startOf = (quantity, type) =>
  type === 'volume' ? quantity : `the ${quantity}${ENDINGS[rules.select(quantity)]}`;

/** Returns words such as `, from the 6th: $2.00 each`; empty for an extra with one price. */
export const nextTierOf = ({ tier_type, tiers = [] } = {}, currency) => {
  const [first, second] = tiers;
  const price = second?.currencies.find(({ currency_code }) => currency_code === currency);
  if (!price) return '';
  return `, from ${startOf(first.ending_quantity + 1, tier_type)}: ${moneyIn(currency)(price.unit_amount)} each`;
};

/** Writes them into each element whose `data-next-tier` is the code of an extra of the plan. */
export const writeNextTiers = (plan, currency) => {
  for (const place of document.querySelectorAll('[data-next-tier]')) {
    const { nextTier } = place.dataset;
    place.textContent = nextTierOf(
      plan?.addons.find(({ code }) => code === nextTier),
      currency,
    );
  }
};
