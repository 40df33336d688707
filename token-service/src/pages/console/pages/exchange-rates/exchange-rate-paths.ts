/** The page of the exchange rates, without the prefix of the site. */
export const EXCHANGE_RATES_PATH = '/reports/exchange-rates';
