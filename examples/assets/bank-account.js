import { bankFields } from './bank-fields.js';
import { whileBusy } from './busy.js';
import { copyList } from './copy-list.js';
import { faultBoard, faultOf, inWords } from './form-errors.js';
import { writeMoney } from './money.js';
import { refusalOf } from './service-errors.js';
import { askShop, Refused } from './shop.js';
import { TEST_ACCOUNTS } from './test-accounts.js';

const $ = (id) => document.getElementById(id);
const form = $('bank-form');
const spoken = $('spoken');
const board = faultBoard(form, spoken);

// ---- the bank of the routing number ---------------------------------------------------------------------------

const openFields = () => {
  if (!window.service) {
    $('problem').textContent = 'This page could not be loaded whole. Your browser may be blocking it. Reload the page.';
    return undefined;
  }
  return bankFields(window.service, {
    publicKey: form.dataset.publicKey,
    routingNumber: $('routing_number'),
    agreement: $('agreement'),
    agreed: form.elements.authorization,
    onBank: (name) => {
      $('bank').textContent = name;
    },
    onUnknownBank: () => board.add(inWords({ routing_number: 'unknown' })),
  });
};

/** Removes spaces and dashes from a pasted number. */
const keepDigits = ({ target }) => {
  if (target.inputMode === 'numeric' && /\D/.test(target.value)) target.value = target.value.replace(/\D/g, '');
};
form.addEventListener('input', keepDigits, { capture: true });
const fields = openFields();
fields?.showAgreement();

// ---- what is on the page -------------------------------------------------------------------------------------------

const show = ({ account, billing_info }) => {
  const stored = billing_info?.type === 'bank_account' ? billing_info : null;
  form.hidden = stored !== null;
  $('on-file').hidden = stored === null;
  if (account) form.elements.email.value = account.email ?? '';
  if (!stored) return;
  $('stored-bank').textContent = `Routing ${stored.routing_number}`;
  $('stored-number').textContent = `•••• ${stored.last_four}`;
  $('stored-type').textContent = stored.account_type === 'savings' ? 'Savings account' : 'Checking account';
  $('stored-name').textContent = stored.name_on_account;
  $('stored-email').textContent = account.email;
  $('stored-code').textContent = account.account_code;
};

const say = (words) => {
  $('result').textContent = words;
  $('problem').textContent = '';
};

const tell = (error) => {
  if (!(error instanceof Refused)) throw error;
  board.add(error.faults);
  board.focusFirst();
  $('problem').textContent = error.message;
};

const inputFaults = () =>
  Object.fromEntries([...form.elements].filter(faultOf).map((input) => [input.name, faultOf(input)]));

// ---- events -----------------------------------------------------------------------------------------------------

const save = async () => {
  if (!fields) return;
  board.clear();
  say('');
  const faults = { ...fields.faults(), ...inputFaults() };
  if (Object.keys(faults).length > 0) throw new Refused('', inWords(faults));
  spoken.textContent = 'Saving your account.';
  const token = await fields.token(form).catch((error) => {
    throw refusalOf(error, board.has);
  });
  show(await askShop('POST', { token, email: form.elements.email.value }));
  spoken.textContent = '';
  form.reset();
  fields.nameBank();
  say(`Your bank account is saved: ${$('stored-number').textContent}. You were not charged today.`);
  $('result').focus();
};
const trySaving = whileBusy($('save'), () => save().catch(tell));

form.addEventListener('submit', (event) => {
  event.preventDefault();
  trySaving();
});
form.addEventListener('input', ({ target }) => board.remove(target.name));
$('replace').addEventListener('click', () => {
  say('');
  $('on-file').hidden = true;
  form.hidden = false;
  form.elements.routing_number.focus();
});

writeMoney();
copyList($('test-numbers'), TEST_ACCOUNTS, spoken);
askShop('GET').then(show).catch(tell);
