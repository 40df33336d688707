/** The payment methods of the order: a card in frames, or a bank account. One of the two is shown at a time. */
import { bankFields } from './bank-fields.js';
import { cardFields } from './card-fields.js';

const CONSENT = {
  card: 'Your card number goes straight to the payment service. This shop never sees it.',
  bank: 'Your account number goes straight to the payment service. You allow Tideline to collect this and later payments from the account, until you stop the subscription.',
};

/**
 * `$` finds an element by its id, `board` shows the errors of fields. The other parameters are those of the card
 * fields.
 */
export const paymentIn = ({ service, form, $, board, inWords, onEdit, onEnter, onFailure }) => {
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

  let card;
  const open = () => {
    card = cardFields(service, {
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
      onFailure,
    });
  };
  open();

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
    faults: () => (method() === 'bank' ? bank.faults() : card.faults()),
    /** Returns the id of a new token. Rejects with a ServiceError. */
    token: () => (method() === 'bank' ? bank.token(form) : card.token(form)),
    /** After a decline: clears the payment details. The rest of the page stays as it is. */
    askAgain: () => {
      if (method() === 'bank') return $('account_number').focus();
      card.close();
      open();
      card.focus();
    },
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
