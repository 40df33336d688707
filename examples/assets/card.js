import { whileBusy } from './busy.js';
import { cardFields } from './card-fields.js';
import { faultBoard, faultOf, inWords } from './form-errors.js';
import { writeMoney } from './money.js';
import { refusalOf } from './service-errors.js';
import { askShop, Refused } from './shop.js';
import { listTestCards } from './test-cards.js';

const $ = (id) => document.getElementById(id);
const form = $('card-form');
const spoken = $('spoken');
const board = faultBoard(form, spoken);

let fields;
let onFile = { account: null, card: null };

// ---- the token --------------------------------------------------------------------------------------------------

const askForToken = () =>
  fields.token(form).catch((error) => {
    throw refusalOf(error, board.has);
  });

// ---- what is on the page ----------------------------------------------------------------------------------------

const showForm = () => {
  $('on-file').hidden = true;
  form.hidden = false;
  $('keep').hidden = !onFile.card;
  if (onFile.account) fillIn(onFile.account);
  openFields();
};

const fillIn = (account) => {
  for (const name of ['first_name', 'last_name', 'email']) form.elements[name].value = account[name] ?? '';
};

const openFields = () => {
  if (fields) return;
  if (!window.service) return tellBlocked();
  fields = cardFields(window.service, {
    publicKey: form.dataset.publicKey,
    onBrand: (brand) => {
      $('brand').textContent = brand;
    },
    onEdit: (name) => {
      board.remove(name);
      $('problem').textContent = '';
    },
    onLeave: (name) => judge(name, fields.faults()[name]),
    onEnter: () => form.requestSubmit(),
    onFailure: tellBlocked,
  });
};

const inputFaults = () => {
  const faulty = [...form.elements].filter(faultOf);
  return Object.fromEntries(faulty.map((input) => [input.name, faultOf(input)]));
};

/**
 * Shows the error of a field when the focus moves to another field, and not before: text that appears while a button is
 * being pressed would move the button away.
 */
const judge = (name, fault) => {
  const wentOn = document.hasFocus() && document.activeElement.matches('#card-form :is(input, iframe)');
  if (fault && fault !== 'empty' && wentOn) board.add(inWords({ [name]: fault }));
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
  $('stored-brand').textContent = brandOf(card);
  $('stored-number').textContent = `•••• ${card.last_four}`;
  $('stored-expiry').textContent = expiryOf(card);
  $('stored-name').textContent = [account.first_name, account.last_name].filter(Boolean).join(' ');
  $('stored-email').textContent = account.email;
  $('stored-code').textContent = account.account_code;
};

const expiryOf = ({ month, year }) => `${String(month).padStart(2, '0')}/${year}`;
// The API writes the brand in its own spelling.
const brandOf = ({ card_type }) => card_type.replace('MasterCard', 'Mastercard');
const nameOf = (card) => `${brandOf(card)} ending in ${card.last_four}`;

const show = ({ account, billing_info }) => {
  onFile = { account, card: billing_info?.type === 'credit_card' ? billing_info : null };
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
  board.add(error.faults);
  board.focusFirst();
  place.textContent = error.message;
};

/** Ignores a second press while the first is in progress; the button keeps the focus. */
const attempt = (button, problem, action) => whileBusy(button, () => action().catch((error) => tell(error, problem)));

// ---- events -----------------------------------------------------------------------------------------------------

const save = attempt($('save'), $('problem'), async () => {
  board.clear();
  say('');
  // The change of the last key in a frame arrives in a separate task.
  await new Promise((resolve) => setTimeout(resolve));
  const faults = inputFaults();
  if (Object.keys(faults).length > 0) throw new Refused('', inWords({ ...fields?.faults(), ...faults }));
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

const remove = attempt($('remove'), $('remove-problem'), async () => {
  say('');
  show(await askShop('DELETE'));
  say('Your card is removed.');
  $('result').focus();
});

form.addEventListener('submit', (event) => {
  event.preventDefault();
  save();
});
form.addEventListener('input', ({ target }) => board.remove(target.name));
// The document knows the new focus only in a later task.
form.addEventListener('focusout', ({ target }) => setTimeout(() => judge(target.name, faultOf(target))));
$('replace').addEventListener('click', () => {
  say('');
  showForm();
  fields?.focus();
});
$('keep').addEventListener('click', () => {
  board.clear();
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
listTestCards($('test-cards'), (name, number) => {
  fields?.fillTestCard(name);
  fields?.focus();
  spoken.textContent = `The test card ${number} is filled in.`;
});
try {
  show(await askShop('GET'));
} catch (error) {
  showForm();
  tell(error, $('problem'));
}
