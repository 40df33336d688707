/** The library calls of the bank account page: looks up the bank, and creates the token. */

const DIGITS_OF_A_ROUTING_NUMBER = 9;

/**
 * `onBank` gets the name of the bank ('' while it is not known); `onUnknownBank` is called if there is no such bank.
 */
export const bankFields = (service, { publicKey, routingNumber, onBank, onUnknownBank }) => {
  let unknown = '';
  service.configure({ publicKey });

  const nameBank = () => {
    const entered = routingNumber.value;
    onBank('');
    if (entered.length !== DIGITS_OF_A_ROUTING_NUMBER) return;
    service.bankAccount.bankInfo({ routingNumber: entered }, (error, bank) => {
      // An answer for a number that has changed since is ignored.
      if (routingNumber.value !== entered) return;
      if (bank) onBank(bank.bank_name ?? '');
      else if (error.code === 'invalid-routing-number') {
        unknown = entered;
        onUnknownBank();
      }
      // Other errors are ignored here: the token will report them.
    });
  };
  routingNumber.addEventListener('input', nameBank);

  return {
    nameBank,
    /** `{field: fault}` so far. */
    faults: () => (unknown && routingNumber.value === unknown ? { routing_number: 'invalid' } : {}),
    /** Returns the id of a new token. Rejects with a ServiceError. */
    token: (form) =>
      new Promise((resolve, reject) => {
        service.bankAccount.token(form, (error, token) => (error ? reject(error) : resolve(token.id)));
      }),
  };
};
