/** Formats an amount such as `18.00` in the customer's language. */
export const moneyIn = (currency) => {
  const money = new Intl.NumberFormat(languages(), { style: 'currency', currency });
  return (amount) => money.format(amount);
};

/** Formats every `<data value="18.00">`. */
export const writeMoney = (root = document, currency = 'USD') => {
  const money = moneyIn(currency);
  for (const amount of root.querySelectorAll('data')) amount.textContent = money(amount.value);
};

/** Some browsers report an invalid language such as "C", which would throw. */
const languages = () => navigator.languages.filter((tag) => /^[a-z]{2,3}(-|$)/i.test(tag));
