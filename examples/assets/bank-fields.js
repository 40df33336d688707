/** The library calls for a bank account: looks up the bank, shows what its holder agrees to, and creates the token. */

const DIGITS_OF_A_ROUTING_NUMBER = 9;

/**
 * `agreement` is the element for what the holder of the account agrees to, `agreed` the control that sends its id with
 * the account. `onBank` gets the name of the bank ('' while it is not known); `onUnknownBank` is called if there is no
 * such bank.
 */
export const bankFields = (service, { publicKey, routingNumber, agreement, agreed, onBank, onUnknownBank }) => {
  let unknown = '';
  let shown;
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

  const show = ({ id, language, text }) => {
    agreement.lang = language;
    agreement.textContent = text;
    agreed.value = id;
  };
  const ask = () =>
    new Promise((resolve, reject) => {
      const { lang } = document.documentElement;
      service.bankAccount.bankInfo({ authorization: lang }, (error, text) => (error ? reject(error) : resolve(text)));
    });
  const forget = (error) => {
    shown = undefined;
    throw error;
  };
  const authorize = () => {
    shown ??= ask().then(show).catch(forget);
    return shown;
  };

  return {
    nameBank,
    /** Shows what the holder agrees to, in the language of the page. An error is left to the token. */
    showAgreement: () => authorize().catch(() => {}),
    /** `{field: fault}` so far. */
    faults: () => (unknown && routingNumber.value === unknown ? { routing_number: 'unknown' } : {}),
    /** Returns the id of a new token; what was not shown is not agreed to. Rejects with a ServiceError. */
    token: (form) =>
      authorize().then(
        () =>
          new Promise((resolve, reject) => {
            service.bankAccount.token(form, (error, token) => {
              if (!error) return resolve(token.id);
              // The text has changed since: the next one is shown before the next attempt.
              if (error.fields.includes('authorization')) shown = undefined;
              reject(error);
            });
          }),
      ),
  };
};
