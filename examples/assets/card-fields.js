/** The four framed fields: how they look, what is in them as far as the page may know, and the token they end in. */

const NAMES = ['number', 'month', 'year', 'cvv'];
const PLACEHOLDERS = { month: 'MM', year: 'YYYY' };
const BRANDS = {
  visa: 'Visa',
  master: 'Mastercard',
  american_express: 'American Express',
  discover: 'Discover',
  diners_club: 'Diners Club',
  jcb: 'JCB',
};

/** Milliseconds that a shopper may be kept waiting for a token. */
const PATIENCE = 20_000;

/**
 * `onBrand` is told the brand as it is recognised, `onEdit` the field that is typed in, `onLeave` the field that the
 * focus has left, `onEnter` of Enter in a frame, `onFailure` that the frames could not be shown.
 */
export const cardFields = (service, { publicKey, onBrand, onEdit, onLeave, onEnter, onFailure }) => {
  let states = {};
  const dark = matchMedia('(prefers-color-scheme: dark)');

  const configure = () => {
    const fields = { all: { style: styleOfThePage() } };
    for (const name of NAMES) {
      fields[name] = { style: { placeholder: { content: PLACEHOLDERS[name] ?? '' } } };
    }
    service.configure({ publicKey, fields, required: ['cvv'], timeout: PATIENCE });
  };

  service.on('change', (change) => {
    const before = states;
    states = change.fields;
    for (const name of NAMES) {
      if (contentOf(states[name]) !== contentOf(before[name])) onEdit(name);
      if (before[name]?.focus && !states[name]?.focus) onLeave(name);
    }
    onBrand(BRANDS[states.number?.brand] ?? '');
  });
  service.on('field:submit', onEnter);
  service.on('error', onFailure);
  configure();
  dark.addEventListener('change', configure);

  return {
    /** `{field: fault}` so far. */
    faults: () => {
      const faults = {};
      for (const name of NAMES) {
        const { empty = true, valid = false } = states[name] ?? {};
        if (!valid) faults[name] = empty ? 'blank' : 'invalid';
      }
      return faults;
    },
    /** Takes the shopper to the card number, once it can be typed into. */
    focus: () => service.ready(() => document.querySelector('#number iframe')?.focus()),
    /** The id of a fresh token. Rejects with a ServiceError. */
    token: (form) =>
      new Promise((resolve, reject) => {
        service.token(form, (error, token) => (error ? reject(error) : resolve(token.id)));
      }),
    /** Forgets what was typed. */
    close: () => {
      dark.removeEventListener('change', configure);
      service.destroy();
      onBrand('');
    },
  };
};

/** All that the page is told of what stands in a field; the focus comes and goes without changing it. */
const contentOf = (state) => (state && !state.empty ? JSON.stringify({ ...state, focus: false }) : '');

/** Fields that look like the inputs of the page, in its light or dark colours. */
export const styleOfThePage = () => {
  const page = getComputedStyle(document.documentElement);
  const token = (name) => page.getPropertyValue(name).trim();
  return {
    // A frame cannot use the fonts of the page. The service has this one in its catalogue.
    fontFamily: 'Inter, system-ui, sans-serif',
    fontSize: '16px',
    fontSmoothing: 'antialiased',
    fontColor: token('--ink'),
    lineHeight: '24px',
    padding: '0 15px',
    placeholder: { color: token('--quiet') },
  };
};
