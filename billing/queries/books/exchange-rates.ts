import { siteQuery } from '../lists/site-query.ts';

/** Returns what a site has stored of each currency. */
export const listStoredRates = siteQuery(({ exchangeRates }) => exchangeRates.stored());

/** Returns the rates of a day, in the order of their currencies. */
export const listRatesOfDay = siteQuery(({ exchangeRates }, day: string) => exchangeRates.ofDay(day));

/** Returns the rates of the days from a first to a last one, in the order of their days and currencies. */
export const listRatesBetween = siteQuery(({ exchangeRates }, first: string, last: string) =>
  exchangeRates.between(first, last),
);
