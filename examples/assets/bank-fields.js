/** All that the bank account page says to the library: which bank is it, and a token please. */

const DIGITS_OF_A_ROUTING_NUMBER = 9;

/** `onBank` is told the name of the bank as it is recognised ('' while it is not), `onUnknownBank` that there is none. */
export const bankFields = (service, { publicKey, routingNumber, onBank, onUnknownBank }) => {
  let unknown = '';
  service.configure({ publicKey });

  const nameBank = () => {
    const asked = routingNumber.value;
    onBank('');
    if (asked.length !== DIGITS_OF_A_ROUTING_NUMBER) return;
    service.bankAccount.bankInfo({ routingNumber: asked }, (error, bank) => {
      // The answer to a number that has been changed since is nobody's.
      if (routingNumber.value !== asked) return;
      if (bank) onBank(bank.bank_name ?? '');
      else if (error.code === 'invalid-routing-number') {
        unknown = asked;
        onUnknownBank();
      }
      // Otherwise the name is missed by nobody: the token will tell what is wrong.
    });
  };
  routingNumber.addEventListener('input', nameBank);

  return {
    nameBank,
    /** `{field: fault}` so far. */
    faults: () => (unknown && routingNumber.value === unknown ? { routing_number: 'invalid' } : {}),
    /** The id of a fresh token. Rejects with a ServiceError. */
    token: (form) =>
      new Promise((resolve, reject) => {
        service.bankAccount.token(form, (error, token) => (error ? reject(error) : resolve(token.id)));
      }),
  };
};
