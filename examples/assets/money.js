/** Writes every `<data value="18.00">` the way the shopper's own language writes dollars. */
export const writeMoney = (root = document) => {
  const dollars = new Intl.NumberFormat(languages(), { style: 'currency', currency: 'USD' });
  for (const amount of root.querySelectorAll('data')) amount.textContent = dollars.format(Number(amount.value));
};

/** Some browsers offer a language that is none, such as "C"; one of those would stop the page. */
const languages = () => navigator.languages.filter((tag) => /^[a-z]{2,3}(-|$)/i.test(tag));
