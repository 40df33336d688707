import { moneyIn } from './money.js';
import { nameOfTaxes } from './pricing-words.js';
import { ask, Refused } from './shop.js';

const $ = (id) => document.getElementById(id);
const dateIn = (style) => new Intl.DateTimeFormat('en', { dateStyle: style });
const longDate = (iso) => dateIn('long').format(new Date(iso));
const isSomething = (amount) => Number(amount) !== 0;

const row = (words, amount, className = '') => {
  const line = document.createElement('tr');
  const title = document.createElement('th');
  title.scope = 'row';
  title.append(words);
  const cell = document.createElement('td');
  const data = document.createElement('data');
  data.textContent = amount;
  cell.append(data);
  line.className = className;
  line.append(title, cell);
  return line;
};

const nameOf = ({ description, quantity }) => (quantity > 1 ? `${quantity} × ${description}` : description);

/** Lines of a free trial have a note instead of a price. */
const isTrial = ({ origin }) => origin.endsWith('_trial');

/** Returns what is left of the total after gift card and credit, and what became of it. */
const restOf = ({ payment, state, balance }, money) => {
  if (state in UNPAID || state === 'pending') return ['Still to pay', money(balance)];
  return [state === 'processing' ? 'On its way from your bank' : 'Paid', money(payment?.amount ?? '0')];
};

const showLines = (receipt, money) => {
  const { lines, coupons, discount, tax, taxes, total, gift_card, credit, written_off } = receipt;
  const isCreditUsed = isSomething(gift_card) || isSomething(credit);
  $('lines').tBodies[0].replaceChildren(
    ...lines.map((line) => row(nameOf(line), isTrial(line) ? 'On trial' : money(line.amount))),
  );
  const less = (amount) => `−${money(amount)}`;
  const sums = [
    isSomething(discount) && row(['Discount', ...coupons].join(', '), less(discount), 'less'),
    isSomething(tax) && row(nameOfTaxes(taxes), money(tax)),
    row('Total', money(total), 'sum'),
    isSomething(gift_card) && row('Gift card', less(gift_card), 'less'),
    isSomething(credit) && row('Your credit', less(credit), 'less'),
    isSomething(written_off) && row('No longer collected', less(written_off), 'less'),
    isCreditUsed && row(...restOf(receipt, money), 'sum'),
  ];
  $('lines').tFoot.replaceChildren(...sums.filter(Boolean));
};

const METHODS = { bank_account: 'bank account', paypal: 'wallet' };
const methodOf = ({ method, card_type, last_four }) => {
  const name = card_type?.replace('MasterCard', 'Mastercard') ?? METHODS[method] ?? 'payment method';
  return last_four ? `${name} ending in ${last_four}` : name;
};

/** The titles of a renewal that the bank declined. */
const UNPAID = { past_due: 'This is not paid yet', failed: 'This was not paid' };

const paidBy = ({ payment, gift_card, credit, total, state }, money) => {
  if (payment) {
    const means = `${money(payment.amount)} by ${methodOf(payment)}`;
    return state === 'processing' ? `${means} is under way` : means;
  }
  if (state === 'failed') return 'Nothing. The invoice was closed without being paid';
  if (state in UNPAID) return 'Nothing yet';
  if (!isSomething(total)) return 'Nothing due today';
  const means = [isSomething(gift_card) && 'gift card', isSomething(credit) && 'credit'].filter(Boolean);
  return `By ${means.join(' and ') || 'invoice'}`;
};

const notesOn = (name, { tax, discount, gift_card, payment }) => {
  const within = [isSomething(tax) && 'today’s taxes', isSomething(discount) && 'the coupons that last'].filter(
    Boolean,
  );
  return [
    within.length > 0 ? `${name}, with ${within.join(' and ')}.` : `${name}.`,
    isSomething(gift_card) && !payment && 'What is left of your gift card is used first.',
  ];
};

const showNext = (receipt, money) => {
  const { next } = receipt;
  const items = next.map(({ name, on, amount }) => {
    const item = document.createElement('li');
    const what = document.createElement('p');
    what.className = 'next-what';
    what.textContent = amount ? `${money(amount)} on ${longDate(on)}` : longDate(on);
    const plan = document.createElement('p');
    plan.className = 'quiet';
    plan.textContent = notesOn(name, receipt).filter(Boolean).join(' ');
    item.append(what, plan);
    return item;
  });
  $('next')
    .querySelector('ul')
    .replaceChildren(...items);
  $('next').hidden = items.length === 0;
};

const TITLES = { processing: 'Thank you. Your bank is paying', ...UNPAID };

const show = (receipt) => {
  const money = moneyIn(receipt.currency);
  $('title').textContent = TITLES[receipt.state] ?? 'Thank you. Your subscription has started.';
  $('number').textContent = receipt.number;
  $('date').textContent = longDate(receipt.created_at);
  $('paid').textContent = paidBy(receipt, money);
  if (receipt.state === 'processing') {
    $('paid-title').textContent = 'Payment';
    $('settling').textContent =
      'The money takes a few days to arrive. You need not wait for it: your subscription has begun.';
    $('settling').hidden = false;
  }
  showLines(receipt, money);
  showNext(receipt, money);
  $('why').href = `/api/account?invoice=${encodeURIComponent(receipt.number)}&why`;
  $('pdf').href = `/api/receipts/${receipt.number}.pdf`;
  $('receipt').hidden = false;
  $('links').hidden = false;
  $('title').focus();
};

const number = new URLSearchParams(location.search).get('number') ?? '';
try {
  if (!number) throw new Refused('This address names no receipt. The checkout links to your latest one.');
  show(await ask('GET', `/api/receipts/${encodeURIComponent(number)}`));
} catch (error) {
  if (!(error instanceof Refused)) throw error;
  $('problem').textContent = error.message;
  for (const id of ['account', 'why', 'pdf']) $(id).remove();
  $('back').classList.remove('quiet-link');
  $('links').hidden = false;
}
