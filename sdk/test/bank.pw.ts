import { expect, test } from './checkout.ts';

type Library = { service: typeof import('../src/index.ts').service };

const ACCOUNT = `
  <input data-service="routing_number" value="123456780">
  <input data-service="account_number" value="111111111">
  <input data-service="account_number_confirmation" value="111111111">
  <input type="radio" name="kind" data-service="account_type" value="checking">
  <input type="radio" name="kind" data-service="account_type" value="savings" checked>
  <input data-service="name_on_account" value="Ada Lovelace">
  <input data-service="shoe_size" value="43">`;

/** Requests a token for the form; returns the callback's arguments and the value of the hidden input. */
const tokenOfForm = () =>
  new Promise<Record<string, unknown>>((resolve) => {
    const { service } = window as never as Library;
    const form = document.forms[0] as HTMLFormElement;
    service.bankAccount.token(form, (error, token) => {
      const hidden = form.querySelector<HTMLInputElement>('[name=service-token]')?.value;
      resolve(error ? { code: error.code, name: error.name, fields: error.fields, hidden } : { token, hidden });
    });
  });

test('a bank account in a form becomes a token, in the callback and in the form', async ({ origins, shop }) => {
  origins.answer = () => ({ status: 200, body: { id: 'bank-token', type: 'bank_account' } });
  await shop.open(ACCOUNT);
  expect(await shop.page.evaluate(tokenOfForm)).toEqual({
    token: { id: 'bank-token', type: 'bank_account' },
    hidden: 'bank-token',
  });
  expect(origins.requests).toEqual([
    {
      url: '/js/v1/tokens',
      params: {
        routing_number: '123456780',
        account_number: '111111111',
        account_number_confirmation: '111111111',
        account_type: 'savings',
        name_on_account: 'Ada Lovelace',
        key: 'key',
        version: expect.any(String),
      },
    },
  ]);
});

test('invalid values are reported without a request, and the old token is removed', async ({ origins, shop }) => {
  await shop.open('<input name="service-token" type="hidden" value="old">');
  expect(await shop.page.evaluate(tokenOfForm)).toMatchObject({
    name: 'validation',
    code: 'validation',
    fields: ['routing_number', 'account_number', 'account_number_confirmation', 'account_type', 'name_on_account'],
    hidden: '',
  });
  expect(origins.requests).toEqual([]);
});

test('an object works too, and is not changed', async ({ origins, shop }) => {
  origins.answer = () => ({ status: 200, body: { id: 'bank-token', type: 'bank_account' } });
  await shop.open('');
  const outcome = await shop.page.evaluate(async () => {
    const { service } = window as never as Library;
    const account = Object.freeze({
      routing_number: '123456780',
      account_number: '1111',
      account_number_confirmation: '1111',
      account_type: 'checking',
      name_on_account: 'Ada',
      country: 'US',
    });
    return new Promise((resolve) => service.bankAccount.token(account, (error, token) => resolve(error ?? token)));
  });
  expect(outcome).toEqual({ id: 'bank-token', type: 'bank_account' });
  expect(origins.requests[0]?.params).toMatchObject({ country: 'US', account_number: '1111' });
});

test('a button that is pressed twice makes one token, of a form and of an object made by its handler', async ({
  origins,
  shop,
}) => {
  origins.answer = () => ({ status: 200, body: { id: `token-${origins.requests.length}`, type: 'bank_account' } });
  await shop.open(ACCOUNT);
  const pressed = () =>
    shop.page.evaluate(async () => {
      const { service } = window as never as Library;
      const account = () => ({
        routing_number: '123456780',
        account_number: '1111',
        account_number_confirmation: '1111',
        account_type: 'checking',
        name_on_account: 'Ada',
      });
      const idsOf = async (press: () => Promise<{ id: string }>) =>
        (await Promise.all([press(), press(), press()])).map(({ id }) => id);
      const form = document.forms[0] as HTMLFormElement;
      return [
        await idsOf(() => service.bankAccount.token(form)),
        await idsOf(() => service.bankAccount.token(account())),
      ];
    });
  expect(await pressed()).toEqual([
    ['token-1', 'token-1', 'token-1'],
    ['token-2', 'token-2', 'token-2'],
  ]);
  // The answer is not kept: the next press is another payment.
  expect(await pressed()).toEqual([
    ['token-3', 'token-3', 'token-3'],
    ['token-4', 'token-4', 'token-4'],
  ]);
  expect(origins.requests).toHaveLength(4);

  const others = await shop.page.evaluate(async () => {
    const { service } = window as never as Library;
    const account = (account_number: string) => ({
      routing_number: '123456780',
      account_number,
      account_number_confirmation: account_number,
      account_type: 'checking',
      name_on_account: 'Ada',
    });
    const tokens = [service.bankAccount.token(account('1111')), service.bankAccount.token(account('2222'))];
    return (await Promise.all(tokens)).map(({ id }) => id);
  });
  expect(new Set(others).size).toBe(2);
});

test('a routing number has a bank, or an unknown one', async ({ origins, shop }) => {
  origins.answer = ({ routing_number }) =>
    routing_number === '123456780'
      ? { status: 200, body: { bank_name: 'Bank of Service' } }
      : { status: 422, body: { error: { code: 'invalid-routing-number', message: 'No bank has it.' } } };
  await shop.open('');
  const ask = (routingNumber: unknown) =>
    shop.page.evaluate(
      (given) =>
        new Promise((resolve) => {
          const { service } = window as never as Library;
          service.bankAccount.bankInfo({ routingNumber: given as string }, (error, bank) =>
            resolve(
              error ? [error.name, error.code, ...error.fields, ...error.details.flatMap((d) => d.messages)] : bank,
            ),
          );
        }),
      routingNumber,
    );
  expect(await ask(' 123456780 ')).toEqual({ bank_name: 'Bank of Service' });
  expect(await ask('021000022')).toEqual(['api-error', 'invalid-routing-number']);
  expect(await ask('')).toEqual(['validation', 'validation', 'routing_number', "can't be blank"]);
  expect(await ask(123456780)).toEqual(['validation', 'validation', 'routing_number', 'is invalid']);
  expect(origins.requests.map(({ url }) => url)).toEqual(['/js/v1/bank', '/js/v1/bank']);
});

test('bankInfo asks for the text of a scheme, that of a US account unless one is named', async ({ origins, shop }) => {
  origins.answer = ({ language = '', scheme = 'none' }) => ({
    status: 200,
    body: { id: `${language}-1`, language, text: `the text of ${scheme}` },
  });
  await shop.open('');
  const texts = await shop.page.evaluate(async () => {
    const { bankAccount } = (window as never as Library).service;
    return [
      (await bankAccount.bankInfo({ authorization: 'de', scheme: 'sepa' })).text,
      (await bankAccount.bankInfo({ authorization: 'de' })).text,
    ];
  });
  expect(texts).toEqual(['the text of sepa', 'the text of none']);
});

test('without a configuration the callback gets an error; with another value the call throws', async ({ shop }) => {
  await shop.open('');
  const outcome = await shop.page.evaluate(async () => {
    const { service } = window as never as Library;
    const { bankAccount } = new service.Service();
    const told: unknown[] = [];
    await new Promise<void>((done) =>
      bankAccount.token({}, (error) => {
        told.push(error?.code);
        done();
      }),
    );
    await new Promise<void>((done) =>
      bankAccount.bankInfo({ routingNumber: '1' }, (error) => {
        told.push(error?.code);
        done();
      }),
    );
    for (const act of [bankAccount.token, bankAccount.bankInfo]) {
      try {
        (act as (...given: unknown[]) => void).call(bankAccount, {}, null);
      } catch (error) {
        told.push((error as { code: string }).code);
      }
    }
    return told;
  });
  expect(outcome).toEqual(['not-configured', 'not-configured', 'missing-callback', 'missing-callback']);
});

test('destroy aborts requests and calls back, once', async ({ origins, shop }) => {
  origins.answer = () => 'never';
  await shop.open(ACCOUNT);
  await shop.page.evaluate(() => {
    const { service } = window as never as Library;
    const told: unknown[] = [];
    Object.assign(window, { told });
    service.bankAccount.token(document.forms[0] as HTMLFormElement, (error) => told.push(error?.code));
  });
  await expect.poll(() => origins.requests.length).toBe(1);
  await shop.page.evaluate(() => (window as never as Library).service.destroy());
  const told = () => shop.page.evaluate(() => (window as never as { told: unknown[] }).told);
  await expect.poll(told).toEqual(['api-error']);
});

test('a network failure is an error that names the policy directive that may be missing', async ({ origins, shop }) => {
  origins.answer = () => 'cut';
  await shop.open(ACCOUNT);
  expect(await shop.page.evaluate(tokenOfForm)).toMatchObject({ name: 'api-error', code: 'api-error' });
});
