/** ISO 4217, as far as people pay with it; every other currency has two digits, and none that is paid with has four. */
const NONE = /^(BIF|CLP|DJF|GNF|ISK|JPY|KMF|KRW|PYG|RWF|UGX|VND|VUV|XAF|XOF|XPF)$/;
const THREE = /^(BHD|IQD|JOD|KWD|LYD|OMR|TND)$/;

/** Returns the number of decimals of the currency's minor unit: 2 for `USD`, 0 for `JPY`, 3 for `KWD`. */
export const minorDigits = (currency: string): number => (NONE.test(currency) ? 0 : THREE.test(currency) ? 3 : 2);
