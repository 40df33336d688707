import { copyList } from './copy-list.js';
import { moneyIn } from './money.js';
import { writeNextTiers } from './next-tier.js';
import { CODES } from './pricing-codes.js';
import { showLog } from './pricing-log.js';
import { nameOfTaxes, tellCodes } from './pricing-words.js';

const PLAN = 'tideline';

const $ = (id) => document.getElementById(id);

// ---- the parts of the price --------------------------------------------------------------------------------------

/** The lines of the summary: text, amount today, and whether it is subtracted. */
const linesOf = ({ now, addons: prices, taxes }, { plan }) => {
  // In a free first month they cost nothing.
  const addons = Number(now.addons) ? prices : {};
  return [
    [plan.quantity === 1 ? 'One printed copy' : `${plan.quantity} printed copies`, now.plan],
    ['Readers', addons.readers],
    ['Tide tables', addons['tide-tables']],
    ['Storm alerts', addons['storm-alerts']],
    ['Setup, once', now.setup_fee],
    ['Discount', now.discount, true],
    [nameOfTaxes(taxes), now.tax],
    ['Gift card', now.gift_card, true],
  ];
};

const lineOf = (words, amount, money, isLess) => {
  const line = document.createElement('li');
  const sum = document.createElement('data');
  sum.value = amount;
  sum.textContent = isLess ? `−${money(amount)}` : money(amount);
  line.classList.toggle('less', Boolean(isLess));
  line.append(words, sum);
  return line;
};

const show = (price, items) => {
  const money = moneyIn(price.currency.code);
  const { now, next, base } = price;
  const amounts = {
    total: now.total,
    'button-total': now.total,
    'copy-price': base.plan.unit,
    'reader-price': base.addons.readers,
    'harbour-price': base.addons['tide-tables'],
    'alert-price': base.addons['storm-alerts'],
  };
  for (const [id, amount] of Object.entries(amounts)) {
    $(id).value = amount;
    $(id).textContent = money(amount);
  }
  writeNextTiers(items.plan, price.currency.code);
  $('then').textContent = `then ${money(next.total)} every month`;
  const lines = linesOf(price, items).filter(([, amount]) => Number(amount ?? 0) !== 0);
  $('lines').replaceChildren(...lines.map(([words, amount, isLess]) => lineOf(words, amount, money, isLess)));
};

// ---- every choice is a call -----------------------------------------------------------------------------------------

const open = ({ service }) => {
  service.configure({ publicKey: $('crew').dataset.publicKey });
  const pricing = service.Pricing();
  const log = showLog($('log'), pricing);

  /** Runs a step, and calculates the price; errors are reported by events. */
  const choose = (method, ...args) => {
    log(method, args);
    pricing[method](...args).done(undefined, () => {});
  };

  pricing.on('change', (price) => show(price, pricing.items));
  tellCodes(pricing, $);

  const setReaders = () => {
    const quantity = Number($('readers').value);
    $('readers-count').value = quantity;
    $('reader-hint').textContent = hintFor(quantity);
    choose('addon', 'readers', { quantity });
  };
  $('readers').addEventListener('input', setReaders);

  steps('copies', 1, (quantity) => choose('plan', PLAN, { quantity }));
  steps('harbours', 0, (quantity) => choose('addon', 'tide-tables', { quantity }));
  $('alerts').addEventListener('change', ({ target }) =>
    choose('addon', 'storm-alerts', { quantity: target.checked ? 1 : 0 }),
  );
  $('place').addEventListener('change', ({ target }) => {
    const [country, ...postal] = target.value.split(' ');
    choose('address', { country, postal_code: postal.join(' ') });
  });
  $('order').addEventListener('change', ({ target }) => {
    if (target.name === 'currency') choose('currency', target.value);
  });
  redeems('coupon', (code) => choose('coupon', code));
  redeems('gift_card', (code) => choose('giftcard', code));

  // The others wait for the plan: in a chain, each step runs after the one before it.
  log('plan', [PLAN]);
  pricing
    .plan(PLAN)
    .then(setReaders)
    .catch(() => {});
  return pricing;
};

const hintFor = (readers) => {
  if (readers <= 10) return `With ${11 - readers} more, each costs less.`;
  return readers <= 50 ? `With ${51 - readers} more, each costs less again.` : 'This is the lowest price.';
};

/** A number between two buttons. */
const steps = (id, least, choose) => {
  const [less, more] = document.querySelectorAll(`[data-steps="${id}"] button`);
  const move = (by) => () => {
    const quantity = Math.max(least, Number($(id).value) + by);
    if (quantity === Number($(id).value)) return;
    $(id).value = quantity;
    choose(quantity);
  };
  less.addEventListener('click', move(-1));
  more.addEventListener('click', move(1));
};

/** Redeems a code on its button or on Enter; an empty field removes the last code. */
const redeems = (id, choose) => {
  $(`redeem-${id}`).addEventListener('click', () => choose($(id).value));
  $(id).addEventListener('keydown', (event) => {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    choose($(id).value);
  });
};

if (window.service) {
  const pricing = open(window);
  $('order').addEventListener('submit', (event) => {
    event.preventDefault();
    if (!pricing.isValid) return;
    $('result').textContent =
      'Your crew is ready. This example ends here; the next page would ask how you pay, as the card checkout does.';
    $('result').focus();
  });
} else {
  $('problem').textContent = 'This page could not be loaded whole. Your browser may be blocking it. Reload the page.';
}
copyList($('codes'), CODES, $('spoken'));
