import type { Plan } from '../../resources/plan.ts';
import type { CentsByCurrency, SentAmounts } from '../../resources/schema.ts';
import type { Site } from '../../resources/site.ts';
import type { Issue } from '../../values/failure.ts';

type Sent = SentAmounts | null | undefined;

/** Returns an issue for each sent price in a currency that the site does not sell in. A repeated price is no change. */
export const foreignCurrencyIssues = (
  { currencies }: Pick<Site, 'currencies'>,
  field: string,
  sent: Sent,
  held: CentsByCurrency | null = {},
): Issue[] => {
  const priced = Object.entries(sent ?? {}).filter(([code, cents]) => cents !== null && cents !== held?.[code]);
  return notIncluded(
    field,
    priced.map(([code]) => code).filter((code) => !currencies.includes(code)),
  );
};

/**
 * Returns the issues of the prices of a plan and its setup fee after the request: a plan has a price, and a setup fee
 * only in currencies that it has a price in.
 */
export const planPriceIssues = (
  site: Pick<Site, 'currencies'>,
  sent: { readonly unit_amount_in_cents?: Sent; readonly setup_fee_in_cents?: Sent },
  prices: CentsByCurrency,
  held?: Pick<Plan, 'unit_amount_in_cents' | 'setup_fee_in_cents'>,
): Issue[] => {
  const unit = 'plan.unit_amount_in_cents';
  const given = sent.unit_amount_in_cents ?? undefined;
  const missing = held ? sent.unit_amount_in_cents === null : given === undefined;
  if (missing || (given && Object.keys(prices).length === 0)) return [{ field: unit, symbol: 'blank' }];

  return [
    ...foreignCurrencyIssues(site, unit, sent.unit_amount_in_cents, held?.unit_amount_in_cents),
    ...setupFeeIssues(site, sent.setup_fee_in_cents, prices, held?.setup_fee_in_cents),
  ];
};

/** Returns the issues of the setup fee of a plan with these prices after the request. */
export const setupFeeIssues = (
  site: Pick<Site, 'currencies'>,
  sent: Sent,
  prices: CentsByCurrency,
  held?: CentsByCurrency,
): Issue[] => {
  const fee = 'plan.setup_fee_in_cents';
  const foreign = foreignCurrencyIssues(site, fee, sent, held);
  const bare = Object.keys(sent ?? {}).filter((code) => sent?.[code] != null && prices[code] === undefined);
  return foreign.length > 0 || Object.keys(prices).length === 0 ? foreign : notIncluded(fee, bare);
};

/** Returns the setup fee in every currency of the plan, by default 0. */
export const setupFees = (prices: CentsByCurrency, fees: CentsByCurrency): CentsByCurrency =>
  Object.fromEntries(Object.keys(prices).map((code) => [code, fees[code] ?? 0]));

const notIncluded = (field: string, codes: readonly string[]): Issue[] =>
  codes.map((code) => ({ field: `${field}.${code}`, symbol: 'inclusion' }));
