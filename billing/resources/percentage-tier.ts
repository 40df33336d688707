import { currency, editable, integer, list, noted, omittedWhenAbsent, required, untypedDecimal } from './field.ts';
import { resource } from './resource.ts';

const MOST_PERCENTAGES = 100;
/** The largest end of a tier, in cents. */
const MAX_END = 100_000_000_000;

const fields = {
  ending_amount_in_cents: noted(
    'Inclusive. Nil or missing: the last tier, which has no end.',
    omittedWhenAbsent(editable(integer(1, MAX_END))),
  ),
  usage_percentage: required(editable(untypedDecimal(4, 0, 100))),
};

/** A percentage up to an amount of a period, in the currency of the list that it is in. */
export const percentageStep = resource('tier', { ...fields });

/** The tiers of a percentage in one currency. */
export const percentageTier = resource('percentage_tier', {
  currency: required(editable(currency())),
  tiers: required(editable(list(() => percentageStep, MOST_PERCENTAGES))),
});

/** A percentage up to an amount of a period, in the currency of the subscription. */
export const subscriptionPercentageTier = resource('percentage_tier', fields);

export const percentageTiersOf = () => list(() => subscriptionPercentageTier, MOST_PERCENTAGES);
