/** The payment methods of the order: a card in frames, or a bank account. One of the two is shown at a time. */
import { bankFields } from './bank-fields.js';
import { cardFields } from './card-fields.js';

const CONSENT = {
  card: 'Your card number goes straight to the payment service. This shop never sees it.',
  bank: 'Your account number goes straight to the payment service. You allow Tideline to collect this and later payments from the account, until you stop the subscription.',
};

const LOADING = 'The card fields are still loading. Wait a moment, then press the button again.';
const FAILED =
  'The card fields could not be loaded. A content blocker or your connection may be the cause. Reload the page, or pay by bank account.';

/**
 * `$` finds an element by its id, `board` shows the errors of fields. The other parameters are those of the card
 * fields. `onTrouble` gets the reason why the card fields cannot be used, `onReady` is called once they can.
 */
export const paymentIn = ({ service, form, $, board, inWords, onEdit, onEnter, onReady, onTrouble }) => {
  const { publicKey } = $('shop').dataset;
  const method = () => form.elements.method.value;
  const bank = bankFields(service, {
    publicKey,
    routingNumber: $('routing_number'),
    onBank: (name) => {
      $('bank').textContent = name;
    },
    onUnknownBank: () => board.add(inWords({ routing_number: 'invalid' })),
  });

  let trouble = LOADING;
  const card = cardFields(service, {
    publicKey,
    onBrand: (brand) => {
      $('brand').textContent = brand;
    },
    onEdit,
    onLeave: (name) => {
      const wentOn = document.hasFocus() && form.contains(document.activeElement);
      if (card.faults()[name] === 'invalid' && wentOn) board.add(inWords({ [name]: 'invalid' }));
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
    const isBank = method() === 'bank';
    $('card-fields').hidden = isBank;
    $('bank-fields').hidden = !isBank;
    $('bank-fields').disabled = !isBank;
    $('consent').textContent = CONSENT[method()];
    board.clear();
  };
  form.addEventListener('change', ({ target }) => target.name === 'method' && show());

  return {
    method,
    /** `{field: fault}` so far, of the selected method. */
    faults: () => {
      if (method() === 'bank') return bank.faults();
      return trouble ? {} : card.faults();
    },
    /** Why the selected method cannot be used yet, for the customer; empty if it can. */
    trouble: () => (method() === 'bank' ? '' : trouble),
    /** Returns the id of a new token. Rejects with a ServiceError. */
    token: () => (method() === 'bank' ? bank.token(form) : card.token(form)),
    /** After a decline: the payment details stay, to be corrected or tried again. */
    askAgain: () => (method() === 'bank' ? $('account_number').focus() : card.focus()),
    /** A bank account is debited in dollars. */
    setCurrency: (currency) => {
      const isDollars = currency === 'USD';
      for (const choice of form.elements.method) {
        if (choice.value === 'bank') choice.disabled = !isDollars;
        else if (!isDollars) choice.checked = true;
      }
      $('bank-hint').hidden = isDollars;
      if ($('bank-fields').hidden === (method() === 'bank')) show();
    },
  };
};
