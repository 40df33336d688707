/** The four framed fields: their styles, their state, and the token created from them. */

const NAMES = ['number', 'month', 'year', 'cvv'];
const PLACEHOLDERS = { number: '1234 1234 1234 1234', month: 'MM', year: 'YYYY', cvv: '123' };
const BRANDS = {
  visa: 'Visa',
  master: 'Mastercard',
  american_express: 'American Express',
  discover: 'Discover',
  diners_club: 'Diners Club',
  jcb: 'JCB',
};

/** The most milliseconds that a customer waits for a token. */
const PATIENCE = 20_000;

/**
 * `onBrand` gets the brand's name and code, `onEdit` the field that was edited, `onLeave` the field that lost the
 * focus; `onEnter` is called on Enter in a frame, `onFailure` if the frames could not be shown.
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
    const { brand } = states.number ?? {};
    onBrand(BRANDS[brand] ?? '', brand);
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
        const { reason = 'empty' } = states[name] ?? {};
        if (reason) faults[name] = reason;
      }
      return faults;
    },
    /** Moves the focus to the card number, once the field is ready. */
    focus: () => service.ready(() => document.querySelector('#number iframe')?.focus()),
    /** Fills in a test card by its name, once the fields are ready. Sandboxes only. */
    fillTestCard: (name) => service.ready(() => service.fillTestCard(name)),
    /** Returns the id of a new token. Rejects with a ServiceError. */
    token: (form) =>
      new Promise((resolve, reject) => {
        service.token(form, (error, token) => (error ? reject(error) : resolve(token.id)));
      }),
    /** Clears the fields. */
    close: () => {
      dark.removeEventListener('change', configure);
      service.destroy();
      onBrand('');
    },
  };
};

/** Everything that the page knows of a field's value; the focus does not change it. */
const contentOf = (state) => (state && !state.empty ? JSON.stringify({ ...state, focus: false }) : '');

/** Styles the fields like the inputs of the page, in its light or dark colors. */
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
