/** The goods that the shop sells besides the magazine. The service only sees them as charges. */
export interface Good {
  readonly code: string;
  readonly name: string;
  readonly note: string;
  /** Prices in the minor unit of each currency of the shop. */
  readonly prices: Readonly<Record<string, number>>;
}

const prices = (USD: number, EUR: number, GBP: number, CAD: number, AUD: number, JPY: number) => ({
  USD,
  EUR,
  GBP,
  CAD,
  AUD,
  JPY,
});

/** Prices are stored here only: a price that a page sends is never used. */
export const GOODS: readonly Good[] = [
  {
    code: 'oilskins',
    name: 'Oilskin jacket',
    note: 'Yellow, waxed, for the weather we write about.',
    prices: prices(8900, 8500, 7500, 12_500, 13_900, 13_500),
  },
  {
    code: 'chart',
    name: 'Chart of the coast',
    note: 'Printed on paper that survives a wave, 70 × 100 cm.',
    prices: prices(2400, 2200, 1900, 3300, 3700, 3600),
  },
  {
    code: 'mug',
    name: 'Enamel mug',
    note: 'Falls on deck without complaint.',
    prices: prices(1650, 1550, 1350, 2250, 2550, 2400),
  },
];

export const CURRENCIES: readonly string[] = Object.keys(GOODS[0]!.prices);

export const goodOf = (code: string): Good | undefined => GOODS.find((each) => each.code === code);
