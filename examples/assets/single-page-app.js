import { writeMoney } from './money.js';
import { paymentView } from './payment-view.js';
import { router } from './router.js';

const $ = (id) => document.getElementById(id);
const { publicKey } = document.querySelector('main').dataset;
const counts = { made: 0, destroyed: 0 };
let token;

const go = (view) => {
  location.hash = view;
};

const payment = (place) => {
  if (!window.service) {
    place.querySelector('.problem').textContent = 'The card fields could not be loaded. Reload the page.';
    return undefined;
  }
  const { Service } = window.service;
  const onToken = (made) => {
    token = made;
    go('done');
  };
  const leave = paymentView(place, { Service, publicKey, onToken });
  counts.made += 1;
  return () => {
    leave();
    counts.destroyed += 1;
  };
};

const done = (place) => {
  place.querySelector('.outcome').textContent = token
    ? `Token ${token.id} represents the ${token.card.brand} card ending in ${token.card.last_four}. Your server redeems it.`
    : 'There is no token yet: the order is not paid.';
  token = undefined;
};

const inspect = (view) => {
  writeMoney();
  $('shown-view').textContent = view;
  $('frames').textContent = document.querySelectorAll('iframe').length;
  for (const [name, count] of Object.entries(counts)) $(name).textContent = count;
  for (const link of document.querySelectorAll('.steps a')) {
    if (link.hash === `#${view}`) link.setAttribute('aria-current', 'step');
    else link.removeAttribute('aria-current');
  }
};

router($('view'), { cart: () => {}, payment, done }, inspect);
