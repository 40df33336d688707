import {
  conversionText,
  EURO,
  type ExchangeRate,
  FIRST_RATES_DAY,
  rateAmong,
} from '../../domain/exchange-rates/exchange-rate.ts';
import { publicationDay } from '../../domain/exchange-rates/publication-day.ts';
import type { MissingRate, ReportColumn, ReportLead } from '../../domain/reports/report.ts';
import type { Records } from '../../ports/storage.ts';
import { Failure } from '../../values/failure.ts';
import { type ConversionRates, convertedCents } from '../../values/money/converted-cents.ts';
import type { ReportQuestion } from './report-question.ts';

/** The rates that a conversion takes: those of a day, or the latest stored ones of a day at most. */
export interface RateDay {
  readonly day: string;
  /** Whether the latest stored rates apply, because those of the day that a return wants are not published yet. */
  readonly isLatest: boolean;
}

/** An amount that is to be converted. */
export interface Conversion extends RateDay {
  readonly currency: string;
}

/** Converts amounts of one currency by the rates of one day. */
export interface Converter {
  readonly rate_day: string | null;
  /** The rates, for people; null where nothing is converted. */
  readonly exchange_rate: string | null;
  /** Returns the converted amount; null where no rate is stored. */
  readonly cents: (amount: number) => number | null;
}

/** The currency of a return, and the day with rates that stands for one without. */
interface ConversionRule {
  readonly to: string;
  readonly otherwise: 'next' | 'previous';
}

/** The columns of the rates of converted rows. */
export const RATE_COLUMNS: readonly ReportColumn[] = [
  { name: 'exchange_rate', label: 'Exchange rate', kind: 'text' },
  { name: 'rate_day', label: 'Rate of', kind: 'day' },
];

const NOTHING_CONVERTED: Converter = { rate_day: null, exchange_rate: null, cents: (amount) => amount };

/**
 * Returns a function that returns the converter of a conversion. Reads all rates that the conversions need. Rates that
 * are not stored go to `onMissingRates` of the question; without it, the function throws `precondition_failed` with
 * every one of them.
 */
export const convertersInto = async (
  { exchangeRates }: Pick<Records, 'exchangeRates'>,
  { to, otherwise }: ConversionRule,
  conversions: readonly Conversion[],
  { onMissingRates }: Pick<ReportQuestion, 'onMissingRates'>,
): Promise<(conversion: Conversion) => Converter> => {
  const made = new Map<string, Converter>();
  const missing = new Map<string, MissingRate>();
  const rates = new Map<string, ReadonlyMap<string, ExchangeRate>>();
  const ratesOf = async (day: string) => {
    const found = rates.get(day) ?? new Map((await exchangeRates.ofDay(day)).map((rate) => [rate.currency, rate]));
    rates.set(day, found);
    return found;
  };
  for (const conversion of conversions.filter(({ currency }) => currency !== to)) {
    const { currency, day, isLatest } = conversion;
    const wanted = [currency, to].filter((one) => one !== EURO);
    // The rates of today are not published before the afternoon.
    const published = isLatest ? publicationDay(dayBefore(day), 'previous') : publicationDay(day, otherwise);
    const rateDay = (isLatest ? await exchangeRates.latestDayOf(wanted, FIRST_RATES_DAY, day) : undefined) ?? published;
    const ofDay = await ratesOf(rateDay);
    const [from, into] = [rateAmong(ofDay, currency), rateAmong(ofDay, to)];
    if (from !== undefined && into !== undefined) {
      made.set(keyOf(conversion), converterOf(currency, to, rateDay, { from, to: into }));
      continue;
    }
    const lacking = wanted.filter((one) => rateAmong(ofDay, one) === undefined);
    for (const one of lacking) missing.set(`${published} ${one}`, { day: published, currency: one });
    made.set(keyOf(conversion), {
      rate_day: null,
      exchange_rate: `no rate of ${lacking.join(' and ')}, ${published}`,
      cents: () => null,
    });
  }
  if (missing.size > 0) {
    const all = [...missing].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, rate]) => rate);
    if (!onMissingRates) throw new Failure('precondition_failed', { what: missingRatesText(all) });
    onMissingRates(all);
  }
  return (conversion) => made.get(keyOf(conversion)) ?? NOTHING_CONVERTED;
};

const dayBefore = (day: string): string => Temporal.PlainDate.from(day).subtract({ days: 1 }).toString();

const keyOf = ({ currency, day, isLatest }: Conversion): string => `${currency} ${day} ${isLatest}`;

const converterOf = (currency: string, to: string, rate_day: string, rates: ConversionRates): Converter => ({
  rate_day,
  exchange_rate: conversionText(currency, to, rates),
  cents: (amount) => convertedCents(amount, currency, to, rates),
});

/** Returns which rates are not stored, and what to do about it. */
export const missingRatesText = (missing: readonly MissingRate[]): string =>
  `No ECB rate of ${missing.map(missingRateText).join(', nor of ')} is stored. Import eurofxref-hist.csv of the European Central Bank, which publishes rates around 16:00 CET: in the console, under Reports, Exchange rates. For a currency that it has no rate of, import a CSV file of the same form with a column that you fill, or enter the rate there.`;

/** Returns a rate that is not stored, for people: `30 September 2026 for SEK`. */
export const missingRateText = ({ day, currency }: MissingRate): string =>
  `${Temporal.PlainDate.from(day).toLocaleString('en-GB', { day: 'numeric', month: 'long', year: 'numeric' })} for ${currency}`;

/** Returns a column with amounts of the currency of a return, whatever that of the row. */
export const convertedColumn = (name: string, label: string, currency: string, leads: ReportLead): ReportColumn => ({
  name,
  label,
  kind: 'cents',
  currency,
  leads: { ...leads, unless: (row) => leads.unless?.(row) || (row[name] ?? null) === null },
});

/**
 * Returns the rates that a period is converted by: those of its last day. Of a period that is not over, they are the
 * latest stored ones.
 */
export const rateDayOf = (lastDay: string, today: string): RateDay =>
  lastDay < today ? { day: lastDay, isLatest: false } : { day: today, isLatest: true };
