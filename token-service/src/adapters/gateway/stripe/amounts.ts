/**
 * Currencies that cards can be charged in (https://docs.stripe.com/currencies), except MGA: ISO 4217 counts it in
 * hundredths, Stripe in whole units, so hundredths could not be charged.
 */
export const CARD_CURRENCIES: ReadonlySet<string> = new Set(
  (
    'USD AED AFN ALL AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BGN BIF BMD BND BOB BRL BSD BWP BYN BZD CAD CDF CHF CLP ' +
    'CNY COP CRC CVE CZK DJF DKK DOP DZD EGP ETB EUR FJD FKP GBP GEL GIP GMD GNF GTQ GYD HKD HNL HTG HUF IDR ILS INR ' +
    'ISK JMD JPY KES KGS KHR KMF KRW KYD KZT LAK LBP LKR LRD LSL MAD MDL MKD MMK MNT MOP MUR MVR MWK MXN MYR MZN NAD ' +
    'NGN NIO NOK NPR NZD PAB PEN PGK PHP PKR PLN PYG QAR RON RSD RUB RWF SAR SBD SCR SEK SGD SHP SLE SOS SRD SZL THB ' +
    'TJS TOP TRY TTD TWD TZS UAH UGX UYU UZS VND VUV WST XAF XCD XOF XPF YER ZAR ZMW'
  ).split(' '),
);

/** Counted in whole units by ISO 4217, and in hundredths that are always 00 by Stripe. */
const IN_HUNDREDTHS: ReadonlySet<string> = new Set(['ISK', 'UGX']);

/** Returns an amount of the currency's minor unit as Stripe counts it. */
export const toStripe = (amount_in_cents: number, currency: string): number =>
  IN_HUNDREDTHS.has(currency.toUpperCase()) ? amount_in_cents * 100 : amount_in_cents;

/** Returns an amount of Stripe in the currency's minor unit. */
export const fromStripe = (amount: number, currency: string): number =>
  IN_HUNDREDTHS.has(currency.toUpperCase()) ? Math.round(amount / 100) : amount;
