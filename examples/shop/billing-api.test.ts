import { afterEach, describe, expect, it } from 'vitest';
import { apiClient, BillingApiError } from './api-client.ts';
import { type BillingApi, billingApi } from './billing-api.ts';
import {
  type Answer,
  account,
  bankInfo,
  billingInfo,
  singleError,
  standIn,
  transactionError,
  validation,
  walletInfo,
} from './testing.ts';

const open: Array<() => Promise<void>> = [];
afterEach(async () => {
  for (const close of open.splice(0)) await close();
});

const withAnswers = async (answers: Parameters<typeof standIn>[0]) => {
  const server = await standIn(answers);
  open.push(server.close);
  return { api: billingApi(apiClient({ url: server.url, privateKey: 'a-private-key' })), received: server.received };
};

const refusalOf = async (call: Promise<unknown>): Promise<BillingApiError> => {
  const error = await call.then(
    () => expect.unreachable('the call should have been refused'),
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(BillingApiError);
  return error as BillingApiError;
};

describe('requests', () => {
  it('have the key, the format and the version', async () => {
    const { api, received } = await withAnswers({ 'GET /v2/accounts/ada': { body: account } });
    await api.account('ada');
    expect(received[0]?.headers).toMatchObject({
      authorization: `Basic ${btoa('a-private-key:')}`,
      accept: 'application/xml',
      'x-api-version': '2.21',
    });
    expect(received[0]?.headers['content-type']).toBeUndefined();
  });

  it('create an account and its card at once', async () => {
    const { api, received } = await withAnswers({ 'POST /v2/accounts': { status: 201, body: account } });
    await api.createAccount(
      'ada',
      { first_name: 'Ada', last_name: "O'Neill & Søn", email: 'ada@example.com' },
      'token-1',
    );
    expect(received[0]?.headers['content-type']).toBe('application/xml; charset=utf-8');
    expect(received[0]?.body).toBe(
      '<?xml version="1.0" encoding="UTF-8"?>\n<account><account_code>ada</account_code>' +
        '<first_name>Ada</first_name><last_name>O&apos;Neill &amp; Søn</last_name><email>ada@example.com</email>' +
        '<billing_info><token_id>token-1</token_id></billing_info></account>',
    );
  });

  it('send only the token when they replace a card', async () => {
    const { api, received } = await withAnswers({ 'PUT /v2/accounts/ada/billing_info': { body: billingInfo } });
    await api.setBillingInfo('ada', 'token-2');
    expect(received[0]?.body).toBe(
      '<?xml version="1.0" encoding="UTF-8"?>\n<billing_info><token_id>token-2</token_id></billing_info>',
    );
  });

  it('keep an unusual account code inside its path segment', async () => {
    const { api, received } = await withAnswers({});
    await api.account('../sites?x=1#a b');
    expect(received[0]?.path).toBe('/v2/accounts/..%2Fsites%3Fx%3D1%23a%20b');
  });
});

describe('answers', () => {
  it('read an account, with nil and escaped fields', async () => {
    const { api } = await withAnswers({ 'GET /v2/accounts/ada': { body: account } });
    expect(await api.account('ada')).toEqual({
      account_code: 'ada',
      state: 'active',
      first_name: 'Ada',
      last_name: "O'Neill & Søn",
      email: 'ada@example.com',
    });
  });

  it('read a card, with the leading zeros of its last four', async () => {
    const { api } = await withAnswers({ 'GET /v2/accounts/ada/billing_info': { body: billingInfo } });
    expect(await api.billingInfo('ada')).toEqual({
      type: 'credit_card',
      card_type: 'Visa',
      last_four: '0011',
      month: 4,
      year: 2031,
    });
  });

  it.each([
    [
      'bank account',
      bankInfo,
      {
        type: 'bank_account',
        name_on_account: "Ada O'Neill",
        account_type: 'savings',
        routing_number: '123456780',
        last_four: '0019',
      },
    ],
    [
      'wallet',
      walletInfo,
      { type: 'paypal', first_name: 'Ada', last_name: 'Lovelace', paypal_billing_agreement_id: 'B-approved-1' },
    ],
  ])('read a %s', async (_, body, expected) => {
    const { api } = await withAnswers({ 'GET /v2/accounts/ada/billing_info': { body } });
    expect(await api.billingInfo('ada')).toEqual(expected);
  });

  it('return undefined for no record, and remove without an answer body', async () => {
    const { api } = await withAnswers({ 'DELETE /v2/accounts/ada/billing_info': { status: 204 } });
    expect(await api.account('unknown')).toBeUndefined();
    expect(await api.billingInfo('unknown')).toBeUndefined();
    await expect(api.removeBillingInfo('ada')).resolves.toBeUndefined();
  });
});

describe('errors', () => {
  const saving = (answer: Answer) =>
    withAnswers({ 'PUT /v2/accounts/ada/billing_info': answer }).then(({ api }: { api: BillingApi }) =>
      refusalOf(api.setBillingInfo('ada', 'token-3')),
    );

  it('read a single error', async () => {
    const error = await saving({ status: 404, body: singleError('token_invalid', 'The token is not valid.', 'Used.') });
    expect(error).toMatchObject({ status: 404, symbol: 'token_invalid', findings: [] });
    expect(error.message).toBe('404 token_invalid: The token is not valid. Used.');
  });

  it('read a list of errors', async () => {
    const body = validation(
      ['account.email', 'invalid_email', 'is not a valid email address'],
      ['account.billing_info.number', 'invalid', 'is invalid'],
    );
    const error = await saving({ status: 422, body });
    expect(error.findings).toEqual([
      { field: 'account.email', symbol: 'invalid_email', message: 'is not a valid email address' },
      { field: 'account.billing_info.number', symbol: 'invalid', message: 'is invalid' },
    ]);
    expect(error.decline).toBeUndefined();
  });

  it("read a transaction error without the merchant's message", async () => {
    const body = transactionError('insufficient_funds', 'There are not enough funds.', 'number', 'declined');
    const error = await saving({ status: 422, body });
    expect(error.decline).toEqual({
      error_code: 'insufficient_funds',
      error_category: 'soft',
      customer_message: 'There are not enough funds.',
    });
    expect(error.findings).toHaveLength(1);
    expect(JSON.stringify({ ...error, message: error.message })).not.toContain('merchant');
  });

  it.each([
    [400, 'invalid_xml'],
    [401, 'unauthorized'],
    [403, 'forbidden'],
    [422, 'simultaneous_request'],
    [500, 'internal_server_error'],
  ])('keep status %i and symbol %s', async (status, symbol) => {
    expect(await saving({ status, body: singleError(symbol, 'Words.') })).toMatchObject({ status, symbol });
  });

  it('read how long to wait', async () => {
    const headers = { 'Retry-After': '17' };
    const error = await saving({ status: 429, headers, body: singleError('too_many_requests', 'Words.') });
    expect(error.retryAfter).toBe(17);
  });

  it.each([
    ['a page of a proxy', '<html><body><h1>502 Bad Gateway<hr></body></html>'],
    ['nothing', ''],
  ])('handle %s', async (_, body) => {
    expect(await saving({ status: 502, body })).toMatchObject({ status: 502, symbol: undefined, findings: [] });
  });

  it('handle a success that is not XML', async () => {
    const { api } = await withAnswers({ 'GET /v2/accounts/ada': { body: 'OK' } });
    expect(await refusalOf(api.account('ada'))).toMatchObject({ status: 502 });
  });

  it('report that there was no answer', async () => {
    const server = await standIn({});
    await server.close();
    const api = billingApi(apiClient({ url: server.url, privateKey: 'a-private-key' }));
    expect(await refusalOf(api.account('ada'))).toMatchObject({ status: 0, message: `No answer from ${server.url}.` });
  });
});
