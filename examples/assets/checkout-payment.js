/** The payment methods of the order: the one on file, a card in frames, a bank account or a wallet, one at a time. */
import { bankFields } from './bank-fields.js';
import { brandsIn } from './brands.js';
import { cardFields } from './card-fields.js';
import { methodInWords } from './method-words.js';
import { askShop } from './shop.js';

const CONSENT = {
  saved: 'We charge the payment method that you used before. You need not type anything.',
  card: 'Your card number goes straight to the payment service. This shop never sees it.',
  wallet:
    'Your wallet opens in a window of its own, and asks you to agree to this and later payments, until you stop the subscription.',
  bank: 'Your account number goes straight to the payment service. This shop never sees it.',
};

const CVV = {
  usual: 'Three digits, on the back of the card.',
  american_express: 'Four digits, on the front of the card.',
};

const LOADING = 'The card fields are still loading. Wait a moment, then press the button again.';
const FAILED =
  'The card fields could not be loaded. A content blocker or your connection may be the cause. Reload the page, or pay by bank account.';

/**
 * Opens the wallet, which has to happen during a click, and puts it on file. Paid by its token, the order would be
 * taxed at the address that the wallet knows, which is not the one that the price on the page is for.
 */
const saveWallet = async (service, person, amount) => {
  const token = await new Promise((resolve, reject) => {
    const description = `Your order at Tideline: ${amount} today`;
    service.wallet.token({ description }, (error, { id } = {}) => (error ? reject(error) : resolve(id)));
  });
  await askShop('POST', { ...person, token });
};

/**
 * `saved` is the payment method on file, null without one. `$` finds an element by its id, `board` shows the errors of
 * fields. The other parameters are those of the card fields. `onTrouble` gets the reason why the card fields
 * cannot be used, `onReady` is called once they can.
 */
export const paymentIn = ({ service, saved, form, $, board, inWords, onEdit, onEnter, onReady, onTrouble }) => {
  const { publicKey } = $('shop').dataset;
  const method = () => form.elements.method.value;
  const bank = bankFields(service, {
    publicKey,
    routingNumber: $('routing_number'),
    agreement: $('agreement'),
    agreed: form.elements.authorization,
    onBank: (name) => {
      $('bank').textContent = name;
    },
    onUnknownBank: () => board.add(inWords({ routing_number: 'unknown' })),
  });

  const showBrand = brandsIn($('brands'));
  const showCvvHint = (brand) => {
    $('cvv-hint').textContent = CVV[brand] ?? CVV.usual;
  };
  showCvvHint();

  let trouble = LOADING;
  const card = cardFields(service, {
    publicKey,
    onBrand: (_, brand) => {
      showBrand(brand);
      showCvvHint(brand);
    },
    onEdit,
    onLeave: (name) => {
      const wentOn = document.hasFocus() && form.contains(document.activeElement);
      const fault = card.faults()[name];
      if (fault && fault !== 'empty' && wentOn) board.add(inWords({ [name]: fault }));
    },
    onEnter,
    onFailure: () => {
      trouble = FAILED;
      $('card-fields').classList.add('unavailable');
      onTrouble(trouble);
    },
  });
  service.ready(() => {
    trouble = '';
    onReady();
  });

  const show = () => {
    $('card-fields').hidden = method() !== 'card';
    $('bank-fields').hidden = method() !== 'bank';
    $('bank-fields').disabled = method() !== 'bank';
    if (method() === 'bank') bank.showAgreement();
    $('consent').textContent = CONSENT[method()];
  };
  const change = () => {
    show();
    board.clear();
  };
  form.addEventListener('change', ({ target }) => target.name === 'method' && change());

  const choiceOf = (value) => [...form.elements.method].find((choice) => choice.value === value);
  if (saved) {
    $('saved').hidden = false;
    $('saved-name').textContent = methodInWords(saved);
    choiceOf('saved').disabled = false;
    choiceOf('saved').checked = true;
    show();
  }
  const others = {
    saved: { faults: () => ({}), token: async () => '', focus: () => choiceOf('saved').focus() },
    wallet: {
      faults: () => ({}),
      token: (person, amount) => saveWallet(service, person, amount).then(() => ''),
      focus: () => choiceOf('wallet').focus(),
    },
    bank: { faults: bank.faults, token: () => bank.token(form), focus: () => $('account_number').focus() },
  };

  return {
    method,
    /** `{field: fault}` so far, of the selected method. */
    faults: () => others[method()]?.faults() ?? (trouble ? {} : card.faults()),
    /** Returns why the selected method cannot be used yet, for the customer; empty if it can. */
    trouble: () => (method() === 'card' ? trouble : ''),
    /** Returns what the shop charges: the method on file, which a wallet is by then, or a token. */
    charged: () => (method() === 'wallet' ? 'saved' : method()),
    /**
     * Returns the id of a new token, '' for the method on file. The wallet shows `amount`, the formatted price of
     * today. Rejects with a ServiceError, or Refused.
     */
    token: (person, amount) => others[method()]?.token(person, amount) ?? card.token(form),
    /** Chooses the card, and fills in a test card by its name. */
    fillTestCard: (name) => {
      choiceOf('card').checked = true;
      change();
      card.fillTestCard(name);
    },
    focusCard: card.focus,
    /** After a decline: the payment details stay, to be corrected or tried again. */
    askAgain: () => (others[method()] ?? card).focus(),
    /** A bank account is debited in dollars. */
    setCurrency: (currency) => {
      const isDollars = currency === 'USD';
      const accounts = saved?.type === 'bank_account' ? ['bank', 'saved'] : ['bank'];
      for (const choice of accounts.map(choiceOf)) choice.disabled = !isDollars;
      $('bank-hint').hidden = isDollars;
      if (!choiceOf(method()).disabled) return show();
      choiceOf('card').checked = true;
      change();
    },
  };
};
