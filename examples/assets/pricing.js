import { copyList } from './copy-list.js';
import { writeMoney } from './money.js';
import { writeNextTiers } from './next-tier.js';
import { CODES } from './pricing-codes.js';
import { nameOfTaxes, tellCodes } from './pricing-words.js';
import { redeemOnEnter } from './redeem-on-enter.js';

const $ = (id) => document.getElementById(id);

/** The number of copies of the selected plan. */
const rhythmOf = ({ period }) => (period.length === 12 ? 'year' : 'month');

/** Hides the extras that the plan does not have. */
const showExtras = ({ addons }) => {
  for (const extra of document.querySelectorAll('[data-extra]')) {
    extra.hidden = !addons.some(({ code }) => code === extra.dataset.extra);
  }
};

const showTerms = (plan) => {
  const rhythm = rhythmOf(plan);
  $('then').textContent = plan.trial ? `After ${plan.trial.length} days` : `Every ${rhythm}`;
  $('terms').textContent = plan.trial ? `Then every ${rhythm}, until you stop.` : 'Stop whenever you like.';
};

/** Pricing writes the amounts as plain decimals; this formats them in the customer's language. */
const showPrice = ({ currency, taxes }) => {
  writeMoney(document, currency.code);
  for (const data of document.querySelectorAll('.less data')) {
    if (Number(data.value)) data.prepend('−');
  }
  for (const row of document.querySelectorAll('[data-optional]')) {
    row.hidden = [...row.querySelectorAll('data')].every(({ value }) => Number(value) === 0);
  }
  $('tax-name').textContent = nameOfTaxes(taxes);
};

const open = ({ service }) => {
  service.configure({ publicKey: $('choice').dataset.publicKey });
  const pricing = service.Pricing();
  pricing.on('set.plan', (plan) => {
    showExtras(plan);
    showTerms(plan);
  });
  pricing.on('change', (price) => {
    showPrice(price);
    writeNextTiers(pricing.items.plan, price.currency.code);
  });
  tellCodes(pricing, $);
  pricing.attach('#choice');
  return pricing;
};

const order = (pricing) => {
  const { plan } = pricing.items;
  if (!plan) return;
  $('result').textContent =
    'That is your order. This example ends here; the next page would ask how you pay, as the card checkout does.';
  $('result').focus();
};

if (window.service) {
  const pricing = open(window);
  redeemOnEnter($('order'), '#coupon, #gift_card');
  $('order').addEventListener('submit', (event) => {
    event.preventDefault();
    order(pricing);
  });
} else {
  $('problem').textContent = 'This page could not be loaded whole. Your browser may be blocking it. Reload the page.';
}
copyList($('codes'), CODES, $('spoken'));
