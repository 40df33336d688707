/**
 * Situations with an error, each as a function that causes it: its promise rejects with the error that your code gets.
 */

/** Wraps a call with a callback `(error, result)` in a promise. */
const promised = (call) =>
  new Promise((resolve, reject) => {
    call((error, result) => (error ? reject(error) : resolve(result)));
  });

const ADDRESS_OF_NOBODY = 'https://nowhere.invalid/js/v1';
const BANK = { routingNumber: '123456780' };

/** Situations of the card fields on this page, which belong to `form`. */
export const withCard = (service, form, askShop) => [
  {
    title: 'Something is missing or mistyped',
    about: 'The library looks before anything is sent. Put each finding under its field.',
    happen: () => {
      service.clear('number');
      return promised((done) => service.token(form, done));
    },
  },
  {
    title: 'The bank declines the card',
    about: 'The token is fine. Your server hears of it when it spends the token, and passes on the words of the bank.',
    happen: async () => {
      const { id } = await promised((done) => service.token(form, done));
      return askShop('POST', { token: id });
    },
  },
];

export const withoutCard = ({ Service }, publicKey, askShop) => [
  {
    title: 'The token is too old, or used already',
    about: 'It lasts twenty minutes, for one use. Ask for a new one: what was typed is still in the fields.',
    happen: () => askShop('POST', { token: 'the-token-of-yesterday' }),
  },
  {
    title: 'The service refuses a value',
    about: 'Some things only the service can judge. They have the same shape as what the library finds by itself.',
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
    about: 'A mistake of the page’s own, so it is thrown where it was made: you meet it before any shopper does.',
    happen: () => {
      const service = new Service();
      return promised((done) => service.token({}, done));
    },
  },
  {
    title: 'Unknown public key',
    about: 'Only the service knows its keys, so the first request tells.',
    happen: () => {
      const service = new Service('unknown-key');
      return promised((done) => service.bankAccount.bankInfo(BANK, done));
    },
  },
  {
    title: 'The network is down',
    about: 'Nothing was saved. The library has tried twice where that is safe.',
    happen: () => {
      const service = new Service({ publicKey, api: ADDRESS_OF_NOBODY });
      return promised((done) => service.bankAccount.bankInfo(BANK, done));
    },
  },
  {
    title: 'The frames are blocked',
    about: 'By an extension, a proxy or a security policy. A token is waited for as long as the option timeout says.',
    happen: () => {
      const fields = { number: '#blocked' };
      const service = new Service({ publicKey, api: ADDRESS_OF_NOBODY, timeout: 2000, fields });
      return promised((done) => service.token({}, done)).finally(() => service.destroy());
    },
  },
];
