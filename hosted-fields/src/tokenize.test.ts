import { describe, expect, test } from 'vitest';
import type { TokenRequest } from './protocol.ts';
import { tokenize } from './tokenize.ts';

const CARD = { number: '4111111111111111', month: '12', year: '30', cvv: '' };
const REQUEST: TokenRequest = {
  kind: 'token',
  id: 'a',
  key: 'key',
  version: '1.2.3',
  timeout: 60_000,
  inputs: { first_name: 'Ada', last_name: 'Lovelace', address2: '' },
  required: ['number', 'month', 'year', 'first_name', 'last_name'],
};

const openService = (answer: () => Response | Promise<Response>) => {
  const calls: { url: string; init: RequestInit }[] = [];
  const exchange = tokenize({
    fetch: async (url, init) => {
      calls.push({ url: String(url), init: init ?? {} });
      return answer();
    },
    document: 'https://pay.example/js/v1/field.html?v=1.2.3#origin=https://shop.example',
    circumstances: () => ({ now: { year: 2026, month: 3 }, brands: [] }),
  });
  return { calls, exchange };
};

test('posts a card beside the document of the frame, and passes the answer on', async () => {
  const token = { id: 'abc', type: 'credit_card', card: { last_four: '1111' } };
  const { calls, exchange } = openService(() => Response.json(token));

  expect(await exchange(REQUEST, CARD)).toEqual({ token });
  expect(calls).toHaveLength(1);
  expect(calls[0]?.url).toBe('https://pay.example/js/v1/token');
  expect(calls[0]?.init).toMatchObject({
    method: 'POST',
    mode: 'cors',
    credentials: 'omit',
    redirect: 'error',
    referrerPolicy: 'no-referrer',
    cache: 'no-store',
  });
  expect(Object.fromEntries(calls[0]?.init.body as URLSearchParams)).toEqual({
    number: '4111111111111111',
    month: '12',
    year: '30',
    first_name: 'Ada',
    last_name: 'Lovelace',
    key: 'key',
    version: '1.2.3',
  });
});

test('values that the page sends under the name of a card field are not posted', async () => {
  const { calls, exchange } = openService(() => Response.json({ id: 'abc', type: 'credit_card' }));
  await exchange({ ...REQUEST, inputs: { ...REQUEST.inputs, number: '4242424242424242', key: 'other' } }, CARD);
  const body = calls[0]?.init.body as URLSearchParams;
  expect([body.getAll('number'), body.getAll('key')]).toEqual([['4111111111111111'], ['key']]);
});

test('posts nothing while a value is invalid', async () => {
  const { calls, exchange } = openService(() => Response.json({}));
  expect(await exchange(REQUEST, { ...CARD, number: '4111111111111112' })).toEqual({
    error: {
      name: 'validation',
      code: 'validation',
      message: 'Some fields are missing or invalid: number is invalid.',
      fields: ['number'],
      details: [{ field: 'number', messages: ['is invalid'], reason: 'checksum' }],
    },
  });
  expect(calls).toEqual([]);
});

test('the message says which fields the page does not have', async () => {
  const { exchange } = openService(() => Response.json({}));
  const { number, month } = CARD as Record<string, string>;
  const answer = await exchange(
    { ...REQUEST, inputs: { first_name: '' }, required: ['month', 'year', 'first_name', 'phone'] },
    { number: number!, month: month! },
  );
  expect('error' in answer && answer.error.message).toBe(
    "Some fields are missing or invalid: year can't be blank (the page has no such field); first_name can't be blank; " +
      "phone can't be blank (the page has no such field).",
  );
});

describe('an answer', () => {
  const declined = {
    code: 'declined',
    message: 'No.',
    fields: ['number'],
    details: [{ field: 'number', messages: ['no'] }],
  };

  test.each<[string, () => Response, object]>([
    ['with an error is an error', () => Response.json({ error: declined }, { status: 422 }), declined],
    ['with an error is one whatever its status', () => Response.json({ error: declined }), declined],
    [
      'with an incomplete error gets the missing members',
      () => Response.json({ error: {} }),
      { code: 'api-error', fields: [], details: [] },
    ],
    [
      'that is not JSON',
      () => new Response('<html>', { status: 502 }),
      { code: 'api-error', message: 'The answer was not JSON.' },
    ],
    ['that is empty', () => new Response(''), { code: 'api-error' }],
    ['without a token', () => Response.json({ type: 'credit_card' }), { code: 'api-error' }],
  ])('%s', async (_, answer, expected) => {
    const { exchange } = openService(answer);
    expect(await exchange(REQUEST, CARD)).toMatchObject({ error: { name: 'api-error', ...expected } });
  });

  test('that never comes times out', async () => {
    const exchange = tokenize({
      fetch: (_, init) =>
        new Promise((_, reject) => init?.signal?.addEventListener('abort', () => reject(init.signal?.reason))),
      document: 'https://pay.example/js/v1/field.html',
      circumstances: () => ({ now: { year: 2026, month: 3 }, brands: [] }),
    });
    const answer = await exchange({ ...REQUEST, timeout: 1 }, CARD);
    expect(answer).toMatchObject({ error: { name: 'api-error', code: 'api-timeout' } });
  });

  test('that cannot be received names the network', async () => {
    const { exchange } = openService(() => Promise.reject(new TypeError('Failed to fetch')));
    expect(await exchange(REQUEST, CARD)).toMatchObject({
      error: { code: 'api-error', message: 'The payment service could not be reached.' },
    });
  });
});
