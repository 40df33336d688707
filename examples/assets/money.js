/**
 * Returns the number of minor digits of a currency (ISO 4217). Browsers leave out those of the Hungarian forint and
 * others, and would show 1,299.50 as 1,300.
 */
export const minorDigits = (currency) => (NONE.test(currency) ? 0 : THREE.test(currency) ? 3 : 2);
const NONE = /^(BIF|CLP|DJF|GNF|ISK|JPY|KMF|KRW|PYG|RWF|UGX|VND|VUV|XAF|XOF|XPF)$/;
const THREE = /^(BHD|IQD|JOD|KWD|LYD|OMR|TND)$/;

/** Formats an amount such as `18.00` in one of the languages, by default as it is written where the customer lives. */
export const moneyIn = (currency, locales = languages()) => {
  const digits = minorDigits(currency);
  const money = new Intl.NumberFormat(locales, {
    style: 'currency',
    currency,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
  return (amount) => money.format(amount);
};

/** Formats every `<data value="18.00">`; one without a value stays empty. */
export const writeMoney = (root = document, currency = 'USD') => {
  const money = moneyIn(currency);
  for (const amount of root.querySelectorAll('data')) if (amount.value) amount.textContent = money(amount.value);
};

/**
 * The customer's variants of the page's language, such as `en-GB`; a page in one language has no numbers in another.
 * Some browsers report an invalid language such as "C", which would throw.
 */
const languages = () => {
  const { lang } = document.documentElement;
  return [...navigator.languages.filter((tag) => new RegExp(`^${lang}(-|$)`, 'i').test(tag)), lang];
};
