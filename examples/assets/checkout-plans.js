/** The prices on the plan cards: each plan's own, before taxes and discounts. */
import { moneyIn } from './money.js';

/**
 * Loads the plans of the cards in `section`. Returns `showPrices(currency)`; a plan that could not be loaded shows
 * none.
 */
export const planPricesIn = (section, service) => {
  const plans = {};
  let shown;

  const showPrices = (currency) => {
    shown = currency;
    const money = moneyIn(currency);
    for (const place of section.querySelectorAll('[data-plan-price]')) {
      const price = plans[place.dataset.planPrice]?.price[currency];
      if (!price) continue;
      place.value = price.unit_amount;
      place.textContent = money(price.unit_amount);
    }
  };

  for (const { dataset } of section.querySelectorAll('[data-plan-price]')) {
    const pricing = service.Pricing();
    pricing.on('set.plan', (plan) => {
      plans[plan.code] = plan;
      if (shown) showPrices(shown);
    });
    // The price of the order reports what cannot be loaded.
    pricing.on('error', () => {});
    pricing.plan(dataset.planPrice).done();
  }
  return { showPrices };
};
