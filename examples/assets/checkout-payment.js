/** The payment form of the library in the order: the method on file, a card, a bank account or a wallet. */
import { methodInWords } from './method-words.js';
import { askShop } from './shop.js';

const METHODS = ['card', 'bank', 'wallet'];

/** The most milliseconds that a customer waits for a token. */
const PATIENCE = 20_000;

const CONSENT = {
  saved: 'We charge the payment method that you used before. You need not type anything.',
  card: 'Your card number goes straight to the payment service. This shop never sees it.',
  wallet:
    'Your wallet opens in a window of its own, and asks you to agree to this and later payments, until you stop the subscription.',
  bank: 'Your account number goes straight to the payment service. This shop never sees it.',
};

const LOADING = 'The card fields are still loading. Wait a moment, then press the button again.';
const FAILED =
  'The card fields could not be loaded. A content blocker or your connection may be the cause. Reload the page, or pay by bank account.';

const dark = matchMedia('(prefers-color-scheme: dark)');

/** The form in the colors of the page, light or dark. */
const appearanceOfThePage = () => {
  const page = getComputedStyle(document.documentElement);
  const token = (name) => page.getPropertyValue(name).trim();
  return {
    variables: {
      // The frames cannot use the fonts of the page. The service has this one in its catalogue.
      fontFamily: 'Inter, system-ui, sans-serif',
      borderRadius: token('--radius'),
      colorText: token('--ink'),
      colorQuiet: token('--quiet'),
      colorBackground: token('--surface'),
      colorBorder: token('--field-line'),
      colorAccent: token('--accent'),
      colorDanger: token('--red'),
    },
  };
};

/** Everything that the page knows of the values in the card fields; the focus does not change it. */
const contentOf = (fields) => JSON.stringify(Object.values(fields).map((state) => ({ ...state, focus: false })));

/**
 * `saved` is the payment method on file, null without one. `$` finds an element by its id. `onEdit` is called when the
 * customer edits or chooses something, `onEnter` on Enter in a card field, `onReady` once the card fields can be used,
 * `onTrouble` with the reason why they cannot.
 */
export const paymentIn = ({ service, saved, form, $, onEdit, onEnter, onReady, onTrouble }) => {
  let method = saved ? 'saved' : 'card';
  let trouble = LOADING;
  let content = '';
  service.configure({ publicKey: $('shop').dataset.publicKey, timeout: PATIENCE });
  const payment = service.PaymentForm({
    methods: METHODS,
    appearance: appearanceOfThePage(),
    ...(saved && { saved: methodInWords(saved) }),
  });

  const show = () => {
    $('consent').textContent = CONSENT[method];
  };
  payment.on('method', (chosen) => {
    method = chosen;
    show();
    onEdit();
  });
  payment.on('change', ({ fields }) => {
    const now = contentOf(fields);
    if (now !== content) onEdit();
    content = now;
  });
  payment.on('submit', onEnter);
  payment.on('ready', () => {
    trouble = '';
    onReady();
  });
  payment.on('error', () => {
    trouble = FAILED;
    if (method === 'card') onTrouble(trouble);
  });
  payment.attach('#payment');
  dark.addEventListener('change', () => payment.configure({ appearance: appearanceOfThePage() }));
  show();

  return {
    /** Shows what is wrong with the fields of the selected method. Returns their names, from the top. */
    validate: () => (method === 'card' && trouble ? [] : payment.validate()),
    /** Returns why the selected method cannot be used yet, for the customer; empty if it can. */
    trouble: () => (method === 'card' ? trouble : ''),
    /** Returns what the shop charges: the method on file, which a wallet is by then, or a token. */
    charged: () => (method === 'wallet' ? 'saved' : method),
    /**
     * Returns the id of a new token, '' for the method on file. The wallet shows `amount`, the formatted price of
     * today; its agreement is put on file, because an order that its token pays would be taxed at the address that the
     * wallet knows, which is not the one that the price on the page is for. Rejects with a ServiceError, which the form
     * shows as far as it concerns its own fields, or Refused.
     */
    token: async (person, amount) => {
      payment.configure({ description: `Your order at Tideline: ${amount} today` });
      const { id } = await service.token(payment, form);
      if (method !== 'wallet') return id;
      await askShop('POST', { ...person, token: id });
      return '';
    },
    /** Chooses the card, and fills in a test card by its name. */
    fillTestCard: (name) => payment.fillTestCard(name),
    focus: (name) => payment.focus(name),
    /** After a decline: the payment details stay, to be corrected or tried again. */
    askAgain: () => {
      if (method === 'card') payment.focus('number');
      else if (method === 'bank') payment.focus('account_number');
      else $('payment').querySelector(':checked')?.focus();
    },
    /** A bank account is debited in dollars. */
    setCurrency: (currency) => {
      const isDollars = currency === 'USD';
      $('bank-hint').hidden = isDollars;
      const isOnFile = saved && (isDollars || saved.type !== 'bank_account');
      payment.configure({
        methods: METHODS.filter((each) => isDollars || each !== 'bank'),
        saved: isOnFile ? methodInWords(saved) : '',
      });
    },
  };
};
