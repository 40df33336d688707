/** The goods that can be bought besides the magazine, as the shop lists them. */

/** Fills the section. Returns `wanted()`, which returns `[{code, quantity}]`, and `showPrices(currency)`. */
export const goodsIn = (section, goods) => {
  const template = section.querySelector('template');
  const lines = goods.map((good) => {
    const line = template.content.cloneNode(true);
    const input = line.querySelector('input');
    input.id = good.code;
    line.querySelector('label').htmlFor = good.code;
    const error = line.querySelector('.error');
    error.id = `${good.code}-error`;
    error.dataset.errors = good.code;
    line.querySelector('.name').textContent = good.name;
    line.querySelector('.note').textContent = `· ${good.note}`;
    return { good, input, price: line.querySelector('data'), line };
  });
  section.querySelector('.extras').append(...lines.map(({ line }) => line));
  section.hidden = goods.length === 0;

  const quantityOf = ({ input }) => (input.validity.valid ? Math.trunc(Number(input.value)) : 0);
  const chosen = () => lines.filter((line) => quantityOf(line) > 0);
  return {
    wanted: () => chosen().map((line) => ({ code: line.good.code, quantity: quantityOf(line) })),
    showPrices: (currency) => {
      for (const { good, price } of lines) price.value = good.prices[currency];
    },
  };
};
