/** Currencies in circulation whose minor unit by ISO 4217 has no or three digits; all others have two. */
const NONE = /^(BIF|CLP|DJF|GNF|ISK|JPY|KMF|KRW|PYG|RWF|UGX|VND|VUV|XAF|XOF|XPF)$/;
const THREE = /^(BHD|IQD|JOD|KWD|LYD|OMR|TND)$/;

/** Returns the number of decimals of the currency's minor unit: 2 for `USD`, 0 for `JPY`, 3 for `KWD`. */
export const minorDigits = (currency: string): number => (NONE.test(currency) ? 0 : THREE.test(currency) ? 3 : 2);

/** Whether amounts of a currency have at most two decimals, which is all that some formats of documents allow. */
export const hasTwoDecimalsAtMost = (currency: string): boolean => minorDigits(currency) <= 2;
