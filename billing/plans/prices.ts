import type { Issue } from '../failure.ts';
import type { Amounts, SentAmounts } from '../resources/schema.ts';
import type { Site } from '../site.ts';

type Sent = SentAmounts | null | undefined;

/** Prices are in currencies of the site. One finding for a field, naming all that are not. */
export const currencyIssues = ({ currencies }: Pick<Site, 'currencies'>, field: string, sent: Sent): Issue[] => {
  const priced = Object.entries(sent ?? {}).filter(([, cents]) => cents !== null);
  return foreign(
    field,
    priced.map(([code]) => code).filter((code) => !currencies.includes(code)),
  );
};

/** What a plan costs, and its setup fee, as they would be after what was sent: priced somewhere, and a fee only where there is a price. */
export const planPriceIssues = (
  site: Pick<Site, 'currencies'>,
  sent: { readonly unit_amount_in_cents?: Sent; readonly setup_fee_in_cents?: Sent },
  prices: Amounts,
): Issue[] => {
  const unit = 'plan.unit_amount_in_cents';
  const fee = 'plan.setup_fee_in_cents';
  const unpriced = sent.unit_amount_in_cents && Object.keys(prices).length === 0;
  if (unpriced) return [{ field: unit, symbol: 'blank' }];

  const strange = currencyIssues(site, fee, sent.setup_fee_in_cents);
  const bare = Object.keys(sent.setup_fee_in_cents ?? {}).filter(
    (code) => sent.setup_fee_in_cents?.[code] != null && prices[code] === undefined,
  );
  return [
    ...currencyIssues(site, unit, sent.unit_amount_in_cents),
    ...(strange.length > 0 || Object.keys(prices).length === 0 ? strange : foreign(fee, bare)),
  ];
};

/** The setup fee in every currency of the plan, 0 where nothing was said. */
export const setupFees = (prices: Amounts, fees: Amounts): Amounts =>
  Object.fromEntries(Object.keys(prices).map((code) => [code, fees[code] ?? 0]));

const foreign = (field: string, codes: readonly string[]): Issue[] =>
  codes.length === 0 ? [] : [{ field, symbol: 'invalid', of: codes.join(', ') }];
