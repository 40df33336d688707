import { EURO, rateAmong } from '../../../domain/exchange-rates/exchange-rate.ts';
import type { InvoiceRecord } from '../../../domain/invoices/record.ts';
import { OLDEST_RATES_DAYS, type TaxConversion, taxCurrencyOfInvoice } from '../../../domain/taxes/tax-conversion.ts';
import type { Records } from '../../../ports/storage.ts';
import { dayIn } from '../../../values/periods/day-in.ts';

/**
 * Returns how the tax of a new invoice is stated in the currency of its country: by the latest stored rates of its day,
 * or of the week before it. Null where it needs none, and where none are stored.
 */
export const taxConversion = async (
  { exchangeRates }: Pick<Records, 'exchangeRates'>,
  invoice: InvoiceRecord,
): Promise<TaxConversion | null> => {
  const currency = taxCurrencyOfInvoice(invoice);
  if (currency === undefined) return null;
  // Rates are published by the day of Central Europe.
  const today = dayIn('Europe/Berlin', invoice.created_at);
  const wanted = [invoice.currency, currency].filter((one) => one !== EURO);
  const oldest = Temporal.PlainDate.from(today).subtract({ days: OLDEST_RATES_DAYS }).toString();
  const day = await exchangeRates.latestDayOf(wanted, oldest, today);
  if (day === undefined) return null;
  const rates = new Map((await exchangeRates.ofDay(day)).map((rate) => [rate.currency, rate]));
  const [from, to] = [rateAmong(rates, invoice.currency), rateAmong(rates, currency)];
  return from === undefined || to === undefined ? null : { currency, day, rates: { from, to } };
};
