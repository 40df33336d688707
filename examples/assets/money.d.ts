/** For the shop and tests. */
export const minorDigits: (currency: string) => number;
export const moneyIn: (currency: string, locales?: string | string[]) => (amount: string) => string;
