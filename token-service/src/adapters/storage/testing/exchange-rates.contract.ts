import { describe, expect, test } from 'vitest';
import type { Ground } from '../storage.contract.ts';

const rate = (day: string, currency: string, text: string) => ({ day, currency, rate: text });

/** Exchange rates, on every engine. */
export const exchangeRatesBehave = (ground: () => Ground): void => {
  describe('exchange rates', () => {
    test('are kept as they are written, by day and currency, and replaced', async () => {
      const { exchangeRates } = ground().of(1);
      expect(await exchangeRates.stored()).toEqual([]);
      await exchangeRates.keep([rate('2026-09-30', 'USD', '1.1740'), rate('2026-09-30', 'SEK', '11.0565')]);
      await exchangeRates.keep([rate('2026-10-01', 'SEK', '11.10'), rate('2026-09-30', 'SEK', '11.0600')]);
      expect(await exchangeRates.ofDay('2026-09-30')).toEqual([
        rate('2026-09-30', 'SEK', '11.0600'),
        rate('2026-09-30', 'USD', '1.1740'),
      ]);
      expect(await exchangeRates.ofDay('2026-09-29')).toEqual([]);
      expect((await exchangeRates.between('2026-09-30', '2026-10-01')).map(({ day }) => day)).toEqual([
        ...['2026-09-30', '2026-09-30', '2026-10-01'],
      ]);
      expect(await exchangeRates.stored()).toEqual([
        { currency: 'SEK', first_day: '2026-09-30', last_day: '2026-10-01', days: 2 },
        { currency: 'USD', first_day: '2026-09-30', last_day: '2026-09-30', days: 1 },
      ]);
      expect(await ground().of(2).exchangeRates.stored()).toEqual([]);
    });

    test('of several currencies have a latest day', async () => {
      const { exchangeRates } = ground().of(3);
      const latest = (currencies: readonly string[], last = '2026-12-31', first = '1999-01-04') =>
        exchangeRates.latestDayOf(currencies, first, last);
      expect(await latest(['USD'])).toBeUndefined();
      await exchangeRates.keep([
        ...['2026-09-28', '2026-09-29', '2026-09-30'].map((day) => rate(day, 'USD', '1.1740')),
        ...['2026-09-28', '2026-09-29'].map((day) => rate(day, 'GBP', '0.8730')),
      ]);
      expect(await latest(['USD'])).toBe('2026-09-30');
      expect(await latest(['USD', 'GBP'])).toBe('2026-09-29');
      expect(await latest(['USD', 'GBP', 'USD'], '2026-09-28')).toBe('2026-09-28');
      expect(await latest(['USD', 'SEK'])).toBeUndefined();
      expect(await latest(['USD'], '2026-09-27')).toBeUndefined();
      expect(await latest(['USD'], '2026-12-31', '2026-09-30')).toBe('2026-09-30');
      expect(await latest(['USD', 'GBP'], '2026-12-31', '2026-09-30')).toBeUndefined();
      expect(await latest([])).toBeUndefined();
    });

    test('of decades are kept at once', async () => {
      const { exchangeRates } = ground().of(2);
      const first = Temporal.PlainDate.from('1999-01-04');
      const rates = Array.from({ length: 3000 }, (_, days) =>
        rate(first.add({ days }).toString(), 'JPY', `1${days}.5`),
      );
      await exchangeRates.keep(rates);
      expect(await exchangeRates.between('1999-01-01', '2020-01-01')).toEqual(rates);
    });
  });
};
