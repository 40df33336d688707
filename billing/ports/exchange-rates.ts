import type { ExchangeRate } from '../domain/exchange-rates/exchange-rate.ts';

/** The days that the rates of a currency are stored of. */
export interface StoredRates {
  readonly currency: string;
  readonly first_day: string;
  readonly last_day: string;
  readonly days: number;
}

/** Euro reference rates that a site has imported. */
export interface ExchangeRateRecords {
  /** Returns the rates of a day, in the order of their currencies. */
  ofDay(day: string): Promise<readonly ExchangeRate[]>;
  /** Returns the rates of the days from a first to a last one, in the order of their days and currencies. */
  between(first: string, last: string): Promise<readonly ExchangeRate[]>;
  /** Returns what is stored of each currency, in their order. */
  stored(): Promise<readonly StoredRates[]>;
  /** Returns the latest day from a first to a last one that has the rates of all of these currencies, if one has. */
  latestDayOf(currencies: readonly string[], first: string, last: string): Promise<string | undefined>;
  /** Keeps rates. Those of a day and a currency replace the one before. */
  keep(rates: readonly ExchangeRate[]): Promise<void>;
}
