/** The errors of fields, as text below them. A fault is `blank` or `invalid`. */

const BLANK = {
  number: 'Enter the card number.',
  month: 'Enter the expiry date, month and year.',
  year: 'Enter the expiry date, month and year.',
  cvv: 'Enter the security code. It is on the back of the card, or on the front of an American Express.',
  routing_number: 'Enter the routing number. It has nine digits.',
  account_number: 'Enter the account number.',
  account_number_confirmation: 'Enter the account number a second time.',
  name_on_account: 'Enter the name on the account.',
  first_name: 'Enter your first name.',
  last_name: 'Enter your last name.',
  email: 'Enter your email address. We’ll send your issues to this address.',
  country: 'Choose your country.',
  postal_code: 'Enter your postal code.',
  address1: 'Enter the street and number the parcel goes to.',
  city: 'Enter the city the parcel goes to.',
  state: 'Enter the state the parcel goes to.',
};
const INVALID = {
  number: 'Check the card number. A digit may be missing or swapped.',
  month: 'Check the expiry date. If it has passed, use another card.',
  year: 'Check the expiry date. If it has passed, use another card.',
  cvv: 'Check the security code. It has 3 digits, or 4 on an American Express.',
  routing_number: 'No bank has this routing number. Check its nine digits.',
  account_number: 'Check the account number. It has 4 to 17 digits.',
  account_number_confirmation: 'This is not the account number above. Type it again.',
  email: 'Check your email address. It should look like name@example.com.',
};

const WORDS = { blank: BLANK, invalid: INVALID };

/** Returns `{field: fault}` as `{field: text}`. */
export const inWords = (faults) =>
  Object.fromEntries(Object.entries(faults).map(([name, fault]) => [name, WORDS[fault][name] ?? 'Check this field.']));

/** Returns the fault of an ordinary input, validated by the browser; undefined if there is none. */
export const faultOf = ({ willValidate, validity }) => {
  if (!willValidate || validity.valid) return undefined;
  return validity.valueMissing ? 'blank' : 'invalid';
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

/** `data-hint` of an input names its permanent description. */
const mark = (field, described) => {
  field.classList.toggle('faulty', described !== undefined);
  // A frame marks its own field as invalid.
  if (!field.matches('input, select')) return;
  const say = (attribute, value) => (value ? field.setAttribute(attribute, value) : field.removeAttribute(attribute));
  say('aria-invalid', described && 'true');
  say('aria-describedby', [described, field.dataset.hint].filter(Boolean).join(' '));
};
