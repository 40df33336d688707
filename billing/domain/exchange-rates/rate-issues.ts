import { beginningOfDay } from '../../values/periods/zone-days.ts';
import { EURO, type ExchangeRate } from './exchange-rate.ts';

const CURRENCY = /^[A-Z]{3}$/;
const RATE = /^\d{1,12}(\.\d{1,12})?$/;

/** Returns what is wrong with a rate, as a sentence that names it; undefined if nothing is. */
export const rateTrouble = ({ day, currency, rate }: ExchangeRate): string | undefined => {
  if (!/^\d{4}-\d\d-\d\d$/.test(day) || beginningOfDay(day, 'UTC') === undefined) {
    return `“${day}” is no day: give one such as 2026-09-30.`;
  }
  if (!CURRENCY.test(currency))
    return `“${currency}” is no currency: give a code of three capital letters such as SEK.`;
  if (currency === EURO) return 'EUR has no rate: all rates are for one euro. Give that of another currency.';
  if (!RATE.test(rate) || Number(rate) === 0) {
    return `“${rate}” is no rate of ${currency} on ${day}: give the units for one euro as a decimal number, such as 11.0565.`;
  }
  return undefined;
};
