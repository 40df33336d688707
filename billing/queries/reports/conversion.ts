import { conversionText, type ExchangeRate, rateAmong } from '../../domain/exchange-rates/exchange-rate.ts';
import { publicationDay } from '../../domain/exchange-rates/publication-day.ts';
import type { ReportColumn } from '../../domain/reports/report.ts';
import type { Records } from '../../ports/storage.ts';
import { Failure } from '../../values/failure.ts';
import { type ConversionRates, convertedCents } from '../../values/money/converted-cents.ts';

/** An amount that is to be converted, by the rates for a day. */
export interface Conversion {
  readonly currency: string;
  /** The day whose rates apply, or else those of the nearest day with rates. */
  readonly day: string;
}

/** Converts amounts of one currency by the rates of one day. */
export interface Converter {
  readonly rate_day: string | null;
  /** The rates, for people; null where nothing is converted. */
  readonly exchange_rate: string | null;
  readonly cents: (amount: number) => number;
}

/** The columns of the rates of converted rows. */
export const RATE_COLUMNS: readonly ReportColumn[] = [
  { name: 'exchange_rate', label: 'Exchange rate', kind: 'text' },
  { name: 'rate_day', label: 'Rate of', kind: 'day', detail: true },
];

/**
 * Returns a function that returns the converter of a conversion into a currency. Reads all rates that the conversions
 * need, and throws `precondition_failed` with every one that is not stored.
 */
export const convertersInto = async (
  { exchangeRates }: Pick<Records, 'exchangeRates'>,
  to: string,
  conversions: readonly Conversion[],
  otherwise: 'next' | 'previous',
): Promise<(conversion: Conversion) => Converter> => {
  const foreign = conversions.filter(({ currency }) => currency !== to);
  const days = new Map(foreign.map(({ day }) => [day, publicationDay(day, otherwise)]));
  const stored = new Map<string, ReadonlyMap<string, ExchangeRate>>();
  for (const day of new Set(days.values())) {
    stored.set(day, new Map((await exchangeRates.ofDay(day)).map((rate) => [rate.currency, rate])));
  }
  const ratesOf = ({ currency, day }: Conversion): ConversionRates | undefined => {
    const ofDay = stored.get(days.get(day) ?? '') ?? new Map<string, ExchangeRate>();
    const [from, into] = [rateAmong(ofDay, currency), rateAmong(ofDay, to)];
    return from !== undefined && into !== undefined ? { from, to: into } : undefined;
  };
  const missing = foreign.filter((conversion) => !ratesOf(conversion));
  if (missing.length > 0) {
    const wanted = missing.flatMap(({ currency, day }) => {
      const published = days.get(day) ?? day;
      const ofDay = stored.get(published) ?? new Map<string, ExchangeRate>();
      return [currency, to]
        .filter((one) => rateAmong(ofDay, one) === undefined)
        .map((one) => `${dayText(published)} for ${one}`);
    });
    throw new Failure('precondition_failed', { what: missingText([...new Set(wanted)].sort()) });
  }
  return (conversion) => {
    const { currency, day } = conversion;
    const rates = ratesOf(conversion);
    if (currency === to || !rates) return { rate_day: null, exchange_rate: null, cents: (amount) => amount };
    return {
      rate_day: days.get(day) ?? null,
      exchange_rate: conversionText(currency, to, rates),
      cents: (amount) => convertedCents(amount, currency, to, rates),
    };
  };
};

const missingText = (wanted: readonly string[]): string =>
  `No ECB rate of ${wanted.join(', nor of ')} is stored. Import eurofxref-hist.csv of the European Central Bank with npm run exchange-rates -- import <subdomain> <file>. It publishes rates around 16:00 CET; for a currency that it has no rate of, import a CSV file of the same form with a column that you fill.`;

/** Returns a day for people: `30 September 2026`. */
const dayText = (day: string): string =>
  Temporal.PlainDate.from(day).toLocaleString('en-GB', { day: 'numeric', month: 'long', year: 'numeric' });

/** Returns a column with amounts of the currency of a return, whatever that of the row. */
export const convertedColumn = (name: string, label: string, currency: string): ReportColumn => ({
  name,
  label,
  kind: 'cents',
  currency,
});

/**
 * Returns the day whose rates a period is converted by: its last one. Of a period that is not over, it is yesterday,
 * whose rates are published.
 */
export const rateDayOf = (lastDay: string, today: string): { readonly day: string; readonly isOver: boolean } =>
  lastDay < today
    ? { day: lastDay, isOver: true }
    : { day: Temporal.PlainDate.from(today).subtract({ days: 1 }).toString(), isOver: false };
