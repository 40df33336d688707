import { cardFields } from './card-fields.js';
import { blank, clearFaultOf, clearFaults, faultsOf, invalid, showFaults } from './form-errors.js';
import { writeMoney } from './money.js';
import { listTestCards } from './test-cards.js';

const $ = (id) => document.getElementById(id);
const form = $('card-form');
const spoken = $('spoken');

let fields;
let onFile = { account: null, card: null };

/** What went wrong, for the shopper: a message for the whole form and words for single fields. */
class Refused extends Error {
  constructor(message, faults = {}) {
    super(message);
    this.faults = faults;
  }
}

// ---- asking the shop --------------------------------------------------------------------------------------------

const askShop = async (method, body) => {
  const request = { method, headers: { 'Content-Type': 'application/json' }, body: body && JSON.stringify(body) };
  const response = await fetch('/api/card', request).catch(() => {
    throw new Refused('The shop did not answer. Check your connection, then try again.');
  });
  const answer = await response.json().catch(() => ({}));
  if (response.ok) return answer;
  const { message = 'Something went wrong in the shop. Try again in a minute.', fields } = answer.error ?? {};
  throw new Refused(message, fields);
};

const askForToken = () =>
  fields.token(form).catch((error) => {
    throw new Refused(messageOf(error), faultsIn(error));
  });

const faultsIn = ({ fields: names = [], details = [] }) =>
  Object.fromEntries(
    names.map((name) => {
      const messages = details.find((each) => each.field === name)?.messages ?? [];
      return [name, messages.includes("can't be blank") ? blank(name) : invalid(name)];
    }),
  );

const messageOf = ({ code, fields: names = [] }) => {
  if (names.length > 0) return '';
  if (code === 'invalid-public-key') return 'This shop cannot take cards right now. Please come back later.';
  if (code === 'api-error' || code === 'api-timeout') {
    return 'The payment service did not answer. Check your connection, then try again.';
  }
  return 'Your card could not be taken just now. Wait a minute, then try again.';
};

// ---- what is on the page ----------------------------------------------------------------------------------------

const showForm = () => {
  $('on-file').hidden = true;
  form.hidden = false;
  $('keep').hidden = !onFile.card;
  if (onFile.account) fillIn({ ...onFile.card, ...onFile.account });
  openFields();
};

const fillIn = ({ first_name, last_name, email, country, address1, city, state, zip }) => {
  const values = { first_name, last_name, email, country, address1, city, state, postal_code: zip };
  for (const [name, value] of Object.entries(values)) if (value) form.elements[name].value = value;
};

const openFields = () => {
  if (fields) return;
  if (!window.service) return tellBlocked();
  fields = cardFields(window.service, {
    publicKey: form.dataset.publicKey,
    onBrand: (brand) => {
      $('brand').textContent = brand;
    },
    onEdit: clearFaultOf,
    onEnter: () => form.requestSubmit(),
    onFailure: tellBlocked,
  });
};

const tellBlocked = () => {
  $('problem').textContent = 'The card fields could not be loaded. Your browser may be blocking them. Reload the page.';
};

const showCard = () => {
  const { account, card } = onFile;
  fields?.close();
  fields = undefined;
  form.reset();
  form.elements.token.value = '';
  form.hidden = true;
  $('on-file').hidden = false;
  $('stored-brand').textContent = card.card_type;
  $('stored-number').textContent = `•••• ${card.last_four}`;
  $('stored-expiry').textContent = expiryOf(card);
  $('stored-name').textContent = [account.first_name, account.last_name].filter(Boolean).join(' ');
  $('stored-email').textContent = account.email;
  $('stored-address').textContent = addressOf(card);
  $('stored-code').textContent = account.account_code;
};

const expiryOf = ({ month, year }) => `${String(month).padStart(2, '0')}/${year}`;
const addressOf = ({ address1, city, state, zip, country }) =>
  [address1, city, [state, zip].filter(Boolean).join(' '), country && countryName(country)].filter(Boolean).join(', ');
const countryName = (code) => new Intl.DisplayNames([document.documentElement.lang], { type: 'region' }).of(code);
const nameOf = ({ card_type, last_four }) => `${card_type} ending in ${last_four}`;

const show = (answer) => {
  onFile = answer;
  if (onFile.card) showCard();
  else showForm();
};

const say = (words) => {
  $('result').textContent = words;
  $('problem').textContent = '';
  $('remove-problem').textContent = '';
};

const tell = (error, place) => {
  if (!(error instanceof Refused)) throw error;
  const others = showFaults(form, error.faults, spoken);
  place.textContent = [error.message, others].filter(Boolean).join(' ');
};

/** A second press while the first is under way does nothing; the button keeps the focus. */
const whileBusy = (button, problem, action) => async () => {
  if (button.getAttribute('aria-disabled') === 'true') return;
  const [label, progress] = [button.querySelector('.label'), button.querySelector('.progress')];
  const turn = (busy) => {
    button.setAttribute('aria-disabled', String(busy));
    if (label) label.hidden = busy;
    if (progress) progress.hidden = !busy;
  };
  turn(true);
  try {
    await action();
  } catch (error) {
    tell(error, problem);
  } finally {
    turn(false);
  }
};

// ---- what the shopper can do ------------------------------------------------------------------------------------

const save = whileBusy($('save'), $('problem'), async () => {
  clearFaults(form, spoken);
  say('');
  // What the last key changed in a frame is told in a task of its own.
  await new Promise((resolve) => setTimeout(resolve));
  const faults = faultsOf(form);
  if (Object.keys(faults).length > 0) {
    const card = fields?.faults() ?? { blank: [], invalid: [] };
    for (const name of card.blank) faults[name] = blank(name);
    for (const name of card.invalid) faults[name] = invalid(name);
    throw new Refused('', faults);
  }
  openFields();
  if (!fields) return;
  spoken.textContent = 'Saving your card.';
  const token = await askForToken();
  const { first_name, last_name, email } = Object.fromEntries(new FormData(form));
  show(await askShop('POST', { token, first_name, last_name, email }));
  spoken.textContent = '';
  say(`Your card is saved: ${nameOf(onFile.card)}, expires ${expiryOf(onFile.card)}. You were not charged today.`);
  $('result').focus();
});

const remove = whileBusy($('remove'), $('remove-problem'), async () => {
  show(await askShop('DELETE'));
  say('Your card is removed.');
  $('result').focus();
});

form.addEventListener('submit', (event) => {
  event.preventDefault();
  save();
});
form.addEventListener('input', ({ target }) => clearFaultOf(target.name));
$('replace').addEventListener('click', () => {
  say('');
  showForm();
  $('number').querySelector('iframe')?.focus();
});
$('keep').addEventListener('click', () => {
  clearFaults(form, spoken);
  say('');
  showCard();
  $('replace').focus();
});
$('remove').addEventListener('click', () => $('confirm').showModal());
$('confirm').addEventListener('close', ({ target }) => {
  if (target.returnValue === 'remove') remove();
  target.returnValue = '';
});

writeMoney();
listTestCards($('test-cards'), spoken);
try {
  show(await askShop('GET'));
  if (onFile.card) say(`${nameOf(onFile.card)} is on file.`);
} catch (error) {
  showForm();
  tell(error, $('problem'));
}
