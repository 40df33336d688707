/** Formats an amount such as `18.00` in the language of the page, as it is written where the customer lives. */
export const moneyIn = (currency) => {
  const money = new Intl.NumberFormat(languages(), { style: 'currency', currency });
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
