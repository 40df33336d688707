/**
 * Situations with an error, each as a function that causes it: its promise rejects with the error that your code gets.
 */

/** Wraps a call with a callback `(error, result)` in a promise. */
const promised = (call) =>
  new Promise((resolve, reject) => {
    call((error, result) => (error ? reject(error) : resolve(result)));
  });

const UNREACHABLE = 'https://nowhere.invalid/js/v1';
/** The policy of this page allows no frames from there. */
const BLOCKED = `${location.protocol}//localhost:1/js/v1`;
const BANK = { routingNumber: '123456780' };

/** Situations of the card fields on this page, which belong to `form`. */
export const withCard = (service, form, askShop) => [
  {
    title: 'Something is missing or mistyped',
    about: 'The library validates before anything is sent. Show each error below its field.',
    happen: () => {
      service.clear('number');
      return promised((done) => service.token(form, done));
    },
  },
  {
    title: 'The bank declines the card',
    about:
      'The token is valid. Your server gets the decline when it redeems the token, and passes on the bank’s message.',
    happen: async () => {
      const { id } = await promised((done) => service.token(form, done));
      return askShop('POST', { token: id });
    },
  },
];

export const withoutCard = ({ Service }, publicKey, askShop) => [
  {
    title: 'The token is too old, or used already',
    about: 'A token can be used once within twenty minutes. Request a new one: the fields keep their values.',
    happen: () => askShop('POST', { token: 'expired-token' }),
  },
  {
    title: 'The service refuses a value',
    about: 'Some values only the service can check. Its errors have the same format as those of the library.',
    happen: () => {
      const service = new Service(publicKey);
      const account = {
        routing_number: '123456780',
        account_number: '123',
        account_number_confirmation: '123',
        account_type: 'checking',
        name_on_account: 'Ada Lovelace',
      };
      return promised((done) => service.bankAccount.token(account, done));
    },
  },
  {
    title: 'Not configured',
    about: 'A mistake in the page, so the call throws: you see it before any customer does.',
    happen: () => {
      const service = new Service();
      return promised((done) => service.token({}, done));
    },
  },
  {
    title: 'Unknown public key',
    about: 'Only the service knows its keys, so the first request fails.',
    happen: () => {
      const service = new Service('unknown-key');
      return promised((done) => service.bankAccount.bankInfo(BANK, done));
    },
  },
  {
    title: 'The network is down',
    about: 'Nothing was saved. The library retries once where that is safe.',
    happen: () => {
      const service = new Service({ publicKey, api: UNREACHABLE });
      return promised((done) => service.bankAccount.bankInfo(BANK, done));
    },
  },
  {
    title: 'The frames are blocked',
    about: 'By an extension, a proxy or a security policy. A token request waits as long as the option timeout says.',
    happen: () => {
      const fields = { number: '#blocked' };
      const service = new Service({ publicKey, api: BLOCKED, timeout: 2000, fields });
      return promised((done) => service.token({}, done)).finally(() => service.destroy());
    },
  },
];
