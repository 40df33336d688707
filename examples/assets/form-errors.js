/** Puts errors under their fields, in words, and takes the shopper to the first one. */

const BLANK = {
  number: 'Enter the card number.',
  month: 'Enter the expiry date, month and year.',
  year: 'Enter the expiry date, month and year.',
  cvv: 'Enter the security code. It is on the back of the card, or on the front of an American Express.',
  first_name: 'Enter your first name.',
  last_name: 'Enter your last name.',
  email: 'Enter your email address. We write when an issue ships.',
  country: 'Choose the country we send it to.',
  address1: 'Enter your street and house number.',
  city: 'Enter your city.',
  postal_code: 'Enter your postal code.',
};
const INVALID = {
  number: 'Check the card number. A digit may be missing or swapped.',
  month: 'Check the expiry date. It is on the front of the card.',
  year: 'Check the expiry date. It is on the front of the card.',
  cvv: 'Check the security code. It has 3 digits, or 4 on an American Express.',
  email: 'Check your email address. It should look like name@example.com.',
  postal_code: 'Check your postal code.',
};

export const blank = (name) => BLANK[name] ?? 'Fill in this field.';
export const invalid = (name) => INVALID[name] ?? 'Check this field.';

/** `{field: words}` for the ordinary inputs of a form, judged by the browser. */
export const faultsOf = (form) => {
  const faults = {};
  for (const input of form.elements) {
    if (!input.willValidate || input.validity.valid) continue;
    faults[input.name] = input.validity.valueMissing ? blank(input.name) : invalid(input.name);
  }
  return faults;
};

/** Shows `{field: words}`. Returns whatever has no place on this form, as one sentence. */
export const showFaults = (form, faults, spoken) => {
  const shown = [];
  const others = [];
  for (const [name, words] of Object.entries(faults)) {
    const place = document.getElementById(`${name}-error`);
    if (!place) {
      others.push(words);
      continue;
    }
    // Month and year are one date to a shopper: say it once.
    if (!shown.includes(words)) place.textContent = words;
    shown.push(words);
    mark(name, true);
  }
  spoken.textContent = shown.length > 1 ? `${shown.length} fields need attention.` : (shown[0] ?? '');
  focusFirst(form);
  return others.join(' ');
};

export const clearFaults = (form, spoken) => {
  for (const place of form.querySelectorAll('.error')) {
    place.textContent = '';
    mark(place.id.replace(/-error$/, ''), false);
  }
  spoken.textContent = '';
};

/** A field that is being mended is no longer complained about. */
export const clearFaultOf = (name) => {
  const place = document.getElementById(`${name}-error`);
  if (!place?.closest('form')) return;
  place.textContent = '';
  mark(name, false);
};

const mark = (name, faulty) => {
  const field = document.getElementById(name);
  field.classList.toggle('faulty', faulty);
  if (!field.matches('input, select')) return;
  if (faulty) {
    field.setAttribute('aria-invalid', 'true');
    field.setAttribute('aria-describedby', `${name}-error`);
  } else {
    field.removeAttribute('aria-invalid');
    field.removeAttribute('aria-describedby');
  }
};

const focusFirst = (form) => {
  const first = form.querySelector('.faulty');
  (first?.querySelector('iframe') ?? first)?.focus();
};
