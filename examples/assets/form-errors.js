/**
 * The errors of fields, as text below them. A fault is a reason: that of a card field's state, or of an error's detail;
 * `invalid` without one.
 */

/** The sentences of the payment form, by field and reason. */
const TEXTS = {
  number_empty: 'Enter the card number.',
  number_incomplete: 'The card number is too short. Check that no digit is missing.',
  number_checksum: 'Check the card number. A digit may be missing or swapped.',
  number_brand: 'We do not accept this kind of card. Use another one.',
  expiry_empty: 'Enter the expiry date, month and year.',
  expiry_incomplete: 'Enter the month and the year as on the card, for example 08\u00a0/\u00a030.',
  expiry_month: 'There is no such month. Enter one from 01 to 12, then the year.',
  expiry_year: 'Check the year. It is too far in the future.',
  expiry_expired: 'This card has expired. Check the date, or use another card.',
  cvv_empty: 'Enter the security code. It is on the back of the card, or on the front of an American Express.',
  cvv_digits: 'Check the security code. It has 3 digits, or 4 on an American Express.',
  cvv_three_digits: 'Check the security code. It has 3 digits, on the back of the card.',
  cvv_four_digits: 'Check the security code. It has 4 digits, on the front of the card.',
  routing_number_empty: 'Enter the routing number. It has nine digits.',
  routing_number_incomplete: 'Check the routing number. It has nine digits.',
  routing_number_unknown: 'No bank has this routing number. Check its nine digits.',
  account_number_empty: 'Enter the account number.',
  account_number_invalid: 'Check the account number. It has 4 to 17 digits.',
  account_number_confirmation_empty: 'Enter the account number a second time.',
  account_number_confirmation_mismatch: 'The account numbers do not match. Check both.',
  name_on_account_empty: 'Enter the name on the account.',
  first_name_empty: 'Enter your first name.',
  last_name_empty: 'Enter your last name.',
  country_empty: 'Choose your country.',
  postal_code_empty: 'Enter your postal code.',
};

/** Those of fields that only this shop has. */
const OWN = {
  email_empty: 'Enter your email address. We’ll send your issues to this address.',
  email_invalid: 'Check your email address. It should look like name@example.com.',
  address1_empty: 'Enter the street and number the parcel goes to.',
  city_empty: 'Enter the city the parcel goes to.',
  state_empty: 'Enter the state the parcel goes to.',
};

/** Month and year are one date to a customer. */
const FIELD = { month: 'expiry', year: 'expiry' };

const textFor = (name, fault) => {
  const field = FIELD[name] ?? name;
  const texts = { ...TEXTS, ...OWN };
  return texts[`${field}_${fault}`] ?? texts[`${field}_invalid`] ?? 'Check this field.';
};

/** Returns `{field: fault}` as `{field: text}`. */
export const inWords = (faults) =>
  Object.fromEntries(Object.entries(faults).map(([name, fault]) => [name, textFor(name, fault)]));

/** Returns the fault of an ordinary input, validated by the browser; undefined if there is none. */
export const faultOf = ({ willValidate, validity }) => {
  if (!willValidate || validity.valid) return undefined;
  return validity.valueMissing ? 'empty' : 'invalid';
};

/**
 * The error texts of a form: each below its field, in the element whose `data-errors` names it, and in `spoken` for
 * screen readers.
 */
export const faultBoard = (form, spoken) => {
  let faults = {};
  // Some fields are added once the page is open.
  const allPlaces = () =>
    [...form.querySelectorAll('[data-errors]')].map((place) => [place, place.dataset.errors.split(' ')]);

  const show = () => {
    for (const [place, names] of allPlaces()) {
      // Month and year are one date to a customer: their error is shown once.
      place.textContent = [...new Set(names.map((name) => faults[name]).filter(Boolean))].join(' ');
      for (const name of names) mark(document.getElementById(name), name in faults ? place.id : undefined);
    }
  };

  return {
    /** Returns whether this form can show the error of a field. */
    has: (name) => allPlaces().some(([, names]) => names.includes(name)),
    /** Adds `{field: text}`. */
    add: (found) => {
      faults = { ...faults, ...found };
      const words = new Set(Object.values(found));
      spoken.textContent = words.size > 1 ? `${words.size} fields need attention.` : [...words].join();
      show();
    },
    /** Removes the error of a field that is being edited. */
    remove: (name) => {
      if (!(name in faults)) return;
      delete faults[name];
      spoken.textContent = '';
      show();
    },
    clear: () => {
      faults = {};
      spoken.textContent = '';
      show();
    },
    focusFirst: () => {
      const [name] = allPlaces()
        .flatMap(([, names]) => names)
        .filter((each) => each in faults);
      const first = document.getElementById(name);
      (first?.querySelector('iframe') ?? first)?.focus();
    },
  };
};

/** `data-hint` of an input names its description, which an error replaces. */
const mark = (field, described) => {
  field.classList.toggle('faulty', described !== undefined);
  // A frame marks its own field as invalid.
  if (!field.matches('input, select')) return;
  const say = (attribute, value) => (value ? field.setAttribute(attribute, value) : field.removeAttribute(attribute));
  say('aria-invalid', described && 'true');
  const { hint } = field.dataset;
  say('aria-describedby', described ?? hint);
  if (hint) document.getElementById(hint).hidden = described !== undefined;
};
