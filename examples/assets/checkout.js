import { whileBusy } from './busy.js';
import { attempts, isUnheard } from './checkout-attempt.js';
import { aloud, nextOf, showBill, termsOf, whenNext } from './checkout-bill.js';
import { challengeIn } from './checkout-challenge.js';
import { codesIn } from './checkout-codes.js';
import { confirmationAt } from './checkout-confirm.js';
import { goodsIn } from './checkout-goods.js';
import { isReturn, memoryOf } from './checkout-memory.js';
import { paymentIn } from './checkout-payment.js';
import { planPricesIn } from './checkout-plans.js';
import { quantitiesIn } from './checkout-quantities.js';
import { runningTotal } from './checkout-total.js';
import { copyList } from './copy-list.js';
import { faultBoard, faultOf, inWords } from './form-errors.js';
import { moneyIn, writeMoney } from './money.js';
import { writeNextTiers } from './next-tier.js';
import { postalFault } from './postal-codes.js';
import { CODES } from './pricing-codes.js';
import { tellCodes } from './pricing-words.js';
import { redeemOnEnter } from './redeem-on-enter.js';
import { faultsOf } from './service-errors.js';
import { ask, askShop, Refused } from './shop.js';
import { steppersIn } from './steppers.js';
import { TEST_ACCOUNTS } from './test-accounts.js';
import { FIRST_NAME, FIRST_TEST_CARD, listTestCards } from './test-cards.js';

const $ = (id) => document.getElementById(id);
const form = $('order');
const spoken = $('spoken');
const board = faultBoard(form, spoken);
const challenge = challengeIn(window.service, $('shop').dataset.publicKey);
const buy = attempts(challenge.confirm);
const quantities = quantitiesIn(form, board, $('pay'));
const memory = memoryOf(form);
const confirmation = confirmationAt($('pay'), $('confirm'), () => priced?.quote);

/** The fields that are filled in for a returning customer. */
const ON_FILE = ['first_name', 'last_name', 'email', 'address1', 'city', 'country', 'postal_code'];
const CODE_FIELDS = ['coupon', 'gift_card'];

/** The price on the button and its cart; undefined while the price is being computed. */
let priced;
let isPaying = false;
/** Whether the shop has to be asked: a returning customer may have credit, and active coupons. */
let isKnown = false;

// ---- the order, and its price -------------------------------------------------------------------------------------

const address = (goods) => {
  const { country, postal_code, address1, city } = form.elements;
  const parcel = goods.length > 0 ? { address1: address1.value, city: city.value } : {};
  return { country: country.value, postal_code: postal_code.value, ...parcel };
};

/** Refused codes are part of neither the cart nor the price. */
const cartOf =
  (goods) =>
  ({ plan, addons, coupon, gift_card, currency }) => ({
    currency,
    plan: { code: plan?.code ?? '', quantity: plan?.quantity ?? 0 },
    addons: addons.map(({ code, quantity }) => ({ code, quantity })),
    goods: goods.wanted(),
    coupon: coupon && !$('coupon-error').textContent ? coupon.code : '',
    gift_card: gift_card && !$('gift_card-error').textContent ? form.elements.gift_card.value.trim() : '',
    address: address(goods.wanted()),
  });

const showButton = () => {
  $('pay').setAttribute('aria-disabled', String(isPaying || !priced));
  $('shop').classList.toggle('waiting', !priced);
};

const showTotal = (quote, cart, { goods, planPrices, items }) => {
  const isFirst = $('bill').tFoot.rows.length === 0;
  priced = { quote, cart };
  const coupon = cart.coupon ? items.coupon : undefined;
  const then = whenNext(items.plan, coupon);
  goods.showPrices(quote.currency);
  planPrices.showPrices(quote.currency);
  const money = moneyIn(quote.currency);
  $('pay-amount').value = quote.now.total;
  $('pay-amount').textContent = money(quote.now.total);
  $('bar-today').textContent = money(quote.now.total);
  $('bar-then').textContent = nextOf(quote, then);
  const isFree = Number(quote.now.total) === 0;
  $('pay-verb').textContent = isFree ? 'Subscribe –' : 'Pay';
  $('pay-end').textContent = isFree ? ' today' : '';
  $('then').textContent = then;
  showBill($('bill'), quote, cart);
  showAlready(quote.already);
  writeMoney($('sections'), quote.currency);
  writeNextTiers(items.plan, quote.currency);
  $('terms').textContent = termsOf(quote, coupon);
  if (!isFirst) $('spoken-total').textContent = aloud(quote, then);
  confirmation.arrived(quote);
  showButton();
};

/** Shows that the customer has bought before, with a link to the receipt. */
const showAlready = (receipt) => {
  $('already').hidden = !receipt;
  if (receipt) $('already-receipt').href = `/receipt.html?number=${receipt}`;
};

/** The extras of the selected plan. */
const showPlan = ({ addons }) => {
  for (const extra of document.querySelectorAll('[data-extra]')) {
    extra.hidden = !addons.some(({ code }) => code === extra.dataset.extra);
  }
};

const showParcel = (isNeeded) => {
  $('parcel').hidden = !isNeeded;
  for (const input of $('parcel').querySelectorAll('input')) input.disabled = !isNeeded;
};

/**
 * The shop refuses a code that the library accepted: it was used before. The rest of the order has a price without it.
 */
const tellCode = (name, words) => {
  $(`${name}-good`).textContent = '';
  $(`${name}-error`).textContent = words;
  $(name).classList.add('faulty');
  $(name).setAttribute('aria-invalid', 'true');
};

const openTotal = (service, goods) => {
  const planPrices = planPricesIn($('sections'), service);
  const pricing = service.Pricing();
  pricing.on('set.plan', showPlan);
  tellCodes(pricing, $);
  const total = runningTotal({
    pricing,
    container: $('shop'),
    known: $('known'),
    cartOf: cartOf(goods),
    isMore: (cart) => isKnown || cart.goods.length > 0,
    onWait: () => {
      priced = undefined;
      showButton();
    },
    onTotal: (quote, cart) => {
      showParcel(cart.goods.length > 0);
      if ($('problem').dataset.about === 'price') tellProblem('');
      showTotal(quote, cart, { goods, planPrices, items: pricing.items });
    },
    onProblem: (error, cart) => {
      if (!(error instanceof Refused)) throw error;
      const codes = CODE_FIELDS.filter((name) => cart[name] && error.faults[name]);
      for (const name of codes) tellCode(name, error.faults[name]);
      if (codes.length > 0) total.settle();
      else {
        confirmation.end();
        tellProblem(error.message || 'We could not work out the price. Check your order, then try again.', 'price');
      }
    },
  });
  pricing.attach('#shop');
  return total;
};

/** Also loads what the library could not load before. */
const priceAgain = () => {
  if (!priced && $('problem').dataset.about === 'price')
    form.querySelector('[name="plan"]:checked').dispatchEvent(new Event('change', { bubbles: true }));
};
addEventListener('online', priceAgain);

// ---- paying --------------------------------------------------------------------------------------------------------

const tellProblem = (words, about = 'payment') => {
  $('problem').dataset.about = about;
  $('problem').textContent = words;
};

const tell = (error, payment) => {
  if (!(error instanceof Refused)) throw error;
  board.add(error.faults);
  for (const name of CODE_FIELDS) if (error.faults[name]) tellCode(name, error.faults[name]);
  const isMended = Object.keys(error.faults).length > 0;
  if (error.declined && !isMended) {
    payment.askAgain();
    tellProblem(`${error.message} Nothing was charged, and your order is still here.`);
  } else {
    tellProblem(error.message);
    board.focusFirst();
    $(CODE_FIELDS.find((name) => error.faults[name]))?.focus();
  }
};

const inputFaults = () =>
  Object.fromEntries([...form.elements].filter(faultOf).map((input) => [input.name || input.id, faultOf(input)]));

/** `{postal_code: text}` if the country cannot have it. */
const postalWords = () => {
  const { country, postal_code } = form.elements;
  const words = postalFault(country.value, postal_code.value);
  return words ? { postal_code: words } : {};
};

/** The fields of the codes that the customer entered and the price does not include. */
const refusedCodes = () =>
  CODE_FIELDS.filter((name) => $(`${name}-error`).textContent)
    .map((name) => form.elements[name])
    .filter(({ value }) => value.trim() !== '');

/** Shows the faults of the shop's own fields beside those of the payment form, and leads to the first of all. */
const showFaults = (faults, unfinished, payment) => {
  board.add(faults);
  const count = Object.keys(faults).length + unfinished.length;
  if (count > 1) spoken.textContent = `${count} fields need attention.`;
  if (Object.keys(faults).length > 0) board.focusFirst();
  else payment.focus(unfinished[0]);
};

const pay = async (payment, total) => {
  const { cart, quote } = priced;
  board.clear();
  tellProblem('');
  const faults = { ...inWords(inputFaults()), ...postalWords() };
  const unfinished = await payment.validate();
  if (Object.keys(faults).length + unfinished.length > 0) return showFaults(faults, unfinished, payment);
  if (payment.trouble()) return tellProblem(payment.trouble(), 'frames');
  if (confirmation.isNeededWithout(refusedCodes())) return;
  spoken.textContent = 'Paying.';
  const { first_name, last_name, email } = Object.fromEntries(new FormData(form));
  const person = { first_name, last_name, email };
  const order = { ...cart, ...person, address: address(cart.goods), method: payment.charged() };
  const token = () =>
    payment.token(person, moneyIn(quote.currency)(quote.now.total)).catch((error) => {
      // The form shows the rest.
      throw error instanceof Refused ? error : new Refused('', inWords(faultsOf(error, board.has)));
    });
  await untilBought(buy(order, quote.now.total, token), total);
};

/** Leads to the receipt. */
const untilBought = async (buying, total) => {
  // After this press, Back leads to an order that is complete, which the top of the page says.
  history.scrollRestoration = 'manual';
  try {
    const { receipt } = await buying;
    memory.forget();
    location.assign(`/receipt.html?number=${receipt}`);
    // The button stays busy until the receipt is shown.
    await new Promise(() => {});
  } catch (error) {
    history.scrollRestoration = 'auto';
    spoken.textContent = '';
    if (!isUnheard(error)) {
      // The failed attempt may have changed the price: ask the shop.
      isKnown = true;
      total.settle();
    }
    throw error;
  }
};

// ---- opening the page ----------------------------------------------------------------------------------------------

const tellBlocked = () => {
  $('blocked').hidden = false;
  $('blocked').querySelector('.problem').textContent =
    'The checkout could not be loaded. A content blocker or your connection may be the cause.';
  $('reload').addEventListener('click', () => location.reload());
};

const open = async ({ service }) => {
  const [{ goods: sold }, { account, billing_info }] = await Promise.all([
    ask('GET', '/api/goods').catch(() => ({ goods: [] })),
    askShop('GET').catch(() => ({ account: null, billing_info: null })),
  ]);
  isKnown = account !== null;
  const goods = goodsIn($('goods'), sold);
  const waiting = challenge.waiting();
  if (waiting || isReturn()) memory.restore();
  for (const name of ON_FILE) form.elements[name].value ||= account?.[name] ?? '';
  steppersIn(form);
  codesIn(form);

  const payment = paymentIn({
    service,
    saved: billing_info,
    form,
    $,
    // A decline concerns the method that it was tried with, as it was.
    onEdit: () => tellProblem(''),
    onEnter: () => form.requestSubmit(),
    onReady: () => $('problem').dataset.about === 'frames' && tellProblem(''),
    onTrouble: (words) => tellProblem(words, 'frames'),
  });
  const fillIn = (name, number) => {
    payment.fillTestCard(name);
    tellProblem('');
    spoken.textContent = `The test card ${number} is filled in.`;
  };
  $('test-card')
    .querySelector('button')
    .addEventListener('click', () => fillIn(FIRST_NAME, FIRST_TEST_CARD));
  listTestCards($('test-cards'), (name, number) => {
    fillIn(name, number);
    payment.focus('number');
  });
  const total = openTotal(service, goods);
  // A browser restores what was chosen before a reload.
  payment.setCurrency($('currency').value);
  $('currency').addEventListener('change', ({ target }) => payment.setCurrency(target.value));

  const paying = async (run) => {
    isPaying = true;
    try {
      await run().catch((error) => tell(error, payment));
    } finally {
      isPaying = false;
    }
  };
  const press = whileBusy($('pay'), () => paying(() => pay(payment, total)));
  // The page was loaded again while the customer was confirming the payment.
  if (waiting) {
    const { actionTokenId, order } = waiting;
    for (const name of ON_FILE) form.elements[name].value ||= order[name] ?? order.address?.[name] ?? '';
    paying(() => untilBought(buy.resume(actionTokenId, order), total)).then(showButton);
  }
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    if (isPaying) return;
    const isCorrected = quantities.review();
    priceAgain();
    if (confirmation.isNeeded() || isCorrected) return;
    confirmation.end();
    await press();
    showButton();
  });
};

form.addEventListener('change', ({ target }) => {
  if (!['country', 'postal_code'].includes(target.name)) return;
  board.remove('postal_code');
  board.add(postalWords());
});
form.addEventListener('input', ({ target }) => {
  board.remove(target.name || target.id);
  confirmation.end();
});
// A link to the list of test cards opens it.
$('test-card')
  .querySelector('a')
  .addEventListener('click', () => {
    $('more-test-cards').open = true;
  });
redeemOnEnter(form, '#coupon, #gift_card, .number');
// Restored from the back/forward cache, the page would still show the payment in progress.
addEventListener('pageshow', ({ persisted }) => persisted && location.reload());
form.addEventListener('submit', (event) => event.preventDefault());

$('test-card').querySelector('strong').textContent = FIRST_TEST_CARD;
copyList($('test-accounts'), TEST_ACCOUNTS, spoken);
copyList($('codes'), CODES, spoken);
if (window.service) await open(window);
else tellBlocked();
