/** Writes every `<data value="18.00">` the way the shopper's own language writes dollars. */
export const writeMoney = (root = document) => {
  const dollars = new Intl.NumberFormat(navigator.languages, { style: 'currency', currency: 'USD' });
  for (const amount of root.querySelectorAll('data')) amount.textContent = dollars.format(Number(amount.value));
};
