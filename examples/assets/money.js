/** Says a sum, `18.00`, the way the shopper's own language writes it. */
export const moneyIn = (currency) => {
  const money = new Intl.NumberFormat(languages(), { style: 'currency', currency });
  return (amount) => money.format(amount);
};

/** Writes every `<data value="18.00">` that way. */
export const writeMoney = (root = document, currency = 'USD') => {
  const money = moneyIn(currency);
  for (const amount of root.querySelectorAll('data')) amount.textContent = money(amount.value);
};

/** Some browsers offer a language that is none, such as "C"; one of those would stop the page. */
const languages = () => navigator.languages.filter((tag) => /^[a-z]{2,3}(-|$)/i.test(tag));
