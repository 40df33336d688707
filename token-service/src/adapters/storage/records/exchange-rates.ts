import type { ExchangeRate } from '@service/billing/domain/exchange-rates/exchange-rate.ts';
import type { ExchangeRateRecords } from '@service/billing/ports/exchange-rates.ts';
import type { Queries, Row } from '../database.ts';
import { powersOfTwo } from './among.ts';

const BETWEEN =
  'SELECT day, currency, rate FROM exchange_rates WHERE site_id = $1 AND day >= $2 AND day <= $3 ORDER BY day, currency';
const STORED =
  'SELECT currency, min(day) AS first_day, max(day) AS last_day, count(*) AS days FROM exchange_rates ' +
  'WHERE site_id = $1 GROUP BY currency ORDER BY currency';
const latestDayOf = (count: number): string =>
  `SELECT day FROM exchange_rates WHERE site_id = $1 AND day >= $2 AND day <= $3 AND currency IN (${Array.from(
    { length: count },
    (_, place) => `$${place + 4}`,
  ).join(', ')}) GROUP BY day HAVING count(*) = ${count} ORDER BY day DESC LIMIT 1`;
const keep = (count: number): string =>
  `INSERT INTO exchange_rates (site_id, day, currency, rate) VALUES ${Array.from(
    { length: count },
    (_, place) => `($1, $${place * 3 + 2}, $${place * 3 + 3}, $${place * 3 + 4})`,
  ).join(', ')} ON CONFLICT (site_id, day, currency) DO UPDATE SET rate = excluded.rate`;

/** Rates that one statement writes, at most. */
const TOGETHER = 1024;

const rateOf = ({ day, currency, rate }: Row): ExchangeRate => ({
  day: String(day),
  currency: String(currency),
  rate: String(rate),
});

export const exchangeRateRecords = (queries: Queries, siteId: string): ExchangeRateRecords => {
  const between = async (first: string, last: string) =>
    (await queries.all(BETWEEN, [siteId, first, last])).map(rateOf);
  return {
    between,
    ofDay: (day) => between(day, day),
    async stored() {
      return (await queries.all(STORED, [siteId])).map(({ currency, first_day, last_day, days }) => ({
        currency: String(currency),
        first_day: String(first_day),
        last_day: String(last_day),
        days: Number(days),
      }));
    },
    async latestDayOf(currencies, first, last) {
      const names = [...new Set(currencies)];
      if (names.length === 0) return undefined;
      const day = (await queries.all(latestDayOf(names.length), [siteId, first, last, ...names]))[0]?.day;
      return day === undefined ? undefined : String(day);
    },
    async keep(rates) {
      for (let from = 0; from < rates.length; from += TOGETHER) {
        for (const some of powersOfTwo(rates.slice(from, from + TOGETHER))) {
          const values = some.flatMap(({ day, currency, rate }) => [day, currency, rate]);
          await queries.write(keep(some.length), [siteId, ...values]);
        }
      }
    },
  };
};
