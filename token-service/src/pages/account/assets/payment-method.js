// The card fields, and the token that the form sends in place of a card or bank account.

const form = document.getElementById('payment');
const problem = document.getElementById('problem');
const button = form.querySelector('button[type="submit"]');
const { key, kind } = form.dataset;
const words = JSON.parse(form.dataset.words);
const byCard = kind === 'card';
const CARD = ['number', 'month', 'year', 'cvv'];
/** The error texts are below these. */
const PLACES = { month: 'expiry', year: 'expiry' };
/** Reasons of details that only the service checks, which have none. */
const REASONS = { "can't be blank": 'empty', 'is not the routing number of a US bank': 'unknown' };
const service = window.service;
let states = {};

const styleOfThePage = () => {
  const page = getComputedStyle(document.documentElement);
  const token = (name) => page.getPropertyValue(name).trim();
  return {
    fontFamily: token('--frame-font') || 'Inter, system-ui, sans-serif',
    fontSize: '16px',
    fontSmoothing: 'antialiased',
    fontColor: token('--ink'),
    lineHeight: '24px',
    padding: '0 15px',
    placeholder: { color: token('--quiet') },
  };
};

/** The label of a framed field names it in the frame too. */
const titleOf = (name) => document.querySelector(`label[for="${name}"]`).textContent;

const configure = () => {
  const fields = { all: { style: styleOfThePage() } };
  if (byCard) {
    for (const name of CARD) fields[name] = { title: titleOf(name) };
    fields.month.style = { placeholder: { content: 'MM' } };
    fields.year.style = { placeholder: { content: 'YYYY' } };
  }
  service.configure({ publicKey: key, fields, required: ['cvv'], timeout: 20_000 });
};

/** Returns the error of a field, with what to do about it. */
const textFor = (name, reason) => {
  const field = PLACES[name] ?? name;
  const usual = reason === 'empty' ? words.missing.replace('{field}', () => titleOf(name)) : words.invalid;
  return words.errors[`${field}_${reason}`] ?? words.errors[`${field}_invalid`] ?? usual;
};

const placeOf = (name) => document.getElementById(`${PLACES[name] ?? name}-error`);
const write = (name, text) => {
  const place = placeOf(name);
  if (place) place.textContent = text;
  const field = document.getElementById(name);
  if (field?.matches('input, select')) field.toggleAttribute('aria-invalid', Boolean(text));
  else field?.classList.toggle('wrong', Boolean(text));
  if (field?.hasAttribute('aria-invalid')) field.setAttribute('aria-invalid', 'true');
};
const clear = () => {
  problem.textContent = '';
  for (const place of form.querySelectorAll('.error')) place.textContent = '';
  for (const field of form.querySelectorAll('[aria-invalid]')) field.removeAttribute('aria-invalid');
  for (const field of form.querySelectorAll('.wrong')) field.classList.remove('wrong');
};

/** Returns errors by the names of the fields, in the order of the page. */
const faults = () => {
  const found = {};
  for (const field of form.querySelectorAll('[data-service]')) {
    const name = field.dataset.service;
    if (byCard && CARD.includes(name)) {
      const { reason = 'empty' } = states[name] ?? {};
      if (reason) found[name] = textFor(name, reason);
    } else if (field.required && !field.value.trim()) found[name] = textFor(name, 'empty');
  }
  const again = document.getElementById('account_number_confirmation');
  if (again?.value && again.value !== document.getElementById('account_number').value)
    found[again.id] = textFor(again.id, 'mismatch');
  return found;
};

const showFaults = (found) => {
  const names = Object.keys(found);
  for (const name of names) write(name, found[name]);
  problem.textContent = words.fields;
  const first = document.getElementById(names[0]);
  (first?.querySelector('iframe') ?? first ?? problem).focus();
};

const busy = (is) => {
  if (is) button.dataset.label ??= button.textContent;
  button.textContent = is ? words.working : button.dataset.label;
  button.setAttribute('aria-disabled', String(is));
};

const failed = (error) => {
  busy(false);
  const known = [...form.querySelectorAll('[data-service]')].map(({ dataset }) => dataset.service);
  const names = (error.fields ?? []).filter((name) => known.includes(name));
  const reasonOf = (name) => {
    const { reason, messages = [] } = error.details.find(({ field }) => field === name) ?? {};
    return reason ?? REASONS[messages[0]] ?? 'invalid';
  };
  if (names.length > 0) showFaults(Object.fromEntries(names.map((name) => [name, textFor(name, reasonOf(name))])));
  else {
    problem.textContent = error.classification === 'merchant' ? words.blocked : words.offline;
    problem.focus();
  }
};

const submit = (event) => {
  event.preventDefault();
  if (button.getAttribute('aria-disabled') === 'true') return;
  clear();
  const found = faults();
  if (Object.keys(found).length > 0) return showFaults(found);
  busy(true);
  const done = (error) => (error ? failed(error) : form.submit());
  if (byCard) service.token(form, done);
  else service.bankAccount.token(form, done);
};

const tellBlocked = () => {
  problem.textContent = words.blocked;
};

form.noValidate = true;
// Before the common script, which would take the form as sent.
form.addEventListener('submit', submit, { capture: true });
form.addEventListener('input', ({ target }) => write(target.id, ''));
if (service && key) {
  service.on('change', ({ fields }) => {
    for (const name of CARD) if (states[name] && fields[name]?.length !== states[name].length) write(name, '');
    states = fields;
  });
  service.on('field:submit', () => form.requestSubmit());
  service.on('error', tellBlocked);
  configure();
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', configure);
} else tellBlocked();
