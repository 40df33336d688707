/** Texts for customers about coupons, gift cards and errors. Branch on `code`; `message` is for developers. */
import { moneyIn } from './money.js';

const UNREACHABLE = 'The shop did not answer. Check your connection, then try again.';
const OFTEN = 'That was a lot of codes in a short time. Wait a few minutes, then try again.';

const COUPON = {
  'not-found': 'We do not know this coupon. Check it for swapped letters, or leave the field empty.',
  'invalid-coupon-for-subscription': 'This coupon is not for the plan you chose. Choose another plan to use it.',
  'missing-plan': 'Choose a plan first.',
  'too-many-requests': OFTEN,
};

const GIFT_CARD = {
  'not-found': 'We do not know this gift card, or it has been used up. Check its code.',
  'gift-card-currency-mismatch': ({ currency }) =>
    `This gift card is in ${nameOf(currency)}. Change the currency of your order to use it.`,
  'too-many-requests': OFTEN,
};

/** `US dollars`: the plural name. */
const nameOf = (currency) =>
  new Intl.NumberFormat('en', { style: 'currency', currency, currencyDisplay: 'name' })
    .formatToParts(2)
    .find(({ type }) => type === 'currency').value;

const wordsFor = (words, error) => {
  const found = words[error.code] ?? UNREACHABLE;
  return typeof found === 'string' ? found : found(error);
};

/** `Tax, CA 7.25%`; `Tax` if none applies. */
export const nameOfTaxes = (taxes) => {
  const percent = new Intl.NumberFormat('en', { style: 'percent', maximumFractionDigits: 3 });
  return ['Tax', ...taxes.map(({ region, rate }) => `${region} ${percent.format(rate)}`)].join(', ');
};

/**
 * Listens to a price and shows its errors at the fields `coupon` and `gift_card` and in `problem`. `$` finds an element
 * by its id.
 */
export const tellCodes = (pricing, $) => {
  const tell = (field, good, bad) => {
    $(`${field}-good`).textContent = good;
    $(`${field}-error`).textContent = bad;
    $(field).classList.toggle('faulty', bad !== '');
    $(field).setAttribute('aria-invalid', String(bad !== ''));
  };
  const shown = new WeakSet();
  const complain = (field, words) => (error) => {
    shown.add(error);
    tell(field, '', wordsFor(words, error));
  };

  pricing.on('set.coupon', ({ name }) => tell('coupon', name, ''));
  pricing.on('unset.coupon', () => tell('coupon', '', ''));
  pricing.on('error.coupon', complain('coupon', COUPON));
  pricing.on('set.gift_card', ({ currency, unit_amount }) => {
    tell('gift_card', `Holds ${moneyIn(currency)(unit_amount)}.`, '');
  });
  pricing.on('unset.gift_card', () => tell('gift_card', '', ''));
  pricing.on('error.gift_card', complain('gift_card', GIFT_CARD));
  pricing.on('error', (error) => {
    if (!shown.has(error)) $('problem').textContent = `We could not work out the whole price. ${UNREACHABLE}`;
  });
  pricing.on('change', () => {
    $('problem').textContent = '';
  });
  // A field that is being edited shows no error; an empty one neither.
  for (const field of ['coupon', 'gift_card']) $(field).addEventListener('input', () => tell(field, '', ''));
};
