import type { AddOnRecord } from '@service/billing/domain/plans/record.ts';
import { NO_END } from '@service/billing/resources/add-on.ts';
import type { CentsByCurrency } from '@service/billing/resources/schema.ts';
import { html, type Markup } from '../../../../documents/html.ts';
import { moneyOf } from '../../parts/figures.ts';
import { percentageTierLines } from './percentage-lines.ts';

const amountsOf = (amounts: CentsByCurrency | null): string =>
  Object.entries(amounts ?? {})
    .map(([currency, cents]) => moneyOf(cents, currency))
    .join(', ');

/** Returns the price of an add-on in words: an amount in each currency, a percentage, or tiers. */
export const addOnPrice = ({
  usage_percentage,
  tier_type,
  tiers,
  percentage_tiers,
  unit_amount_in_cents,
}: AddOnRecord): Markup | string => {
  if (usage_percentage !== null) return `${usage_percentage} %`;
  if (percentage_tiers.length > 0) {
    return html`${tier_type}<br>${percentageTierLines(percentage_tiers)
      .split('\n')
      .map((line) => html`${line}<br>`)}`;
  }
  if (tier_type === 'flat') return amountsOf(unit_amount_in_cents);
  return html`${tier_type}<br>${tiers.map(({ ending_quantity, unit_amount_in_cents: prices }) => html`${ending_quantity === NO_END ? 'above' : `up to ${ending_quantity.toLocaleString('en-US')}`}: ${amountsOf(prices)}<br>`)}`;
};
