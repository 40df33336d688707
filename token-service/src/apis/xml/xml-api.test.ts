import { randomBytes } from 'node:crypto';
import { connect } from 'node:net';
import { account } from '@service/billing/resources/account.ts';
import { transaction, transactionError } from '@service/billing/resources/transaction.ts';
import { Failure } from '@service/billing/values/failure.ts';
import { afterEach, describe, expect, test } from 'vitest';
import { type Call, call, type Reply } from '../../../test/common-rules/call.ts';
import { type FakeParts, type FakeService, openFakeService } from '../../../test/common-rules/fake-service.ts';
import { type Ask, get, post, toCall } from '../../../test/common-rules/row.ts';
import { loggedAddress } from '../../http/logged-address.ts';
import type { Endpoint } from './endpoint.ts';
import { calendar } from './versions/calendar.ts';
import type { XmlApiDeps } from './xml-api.ts';

let service: FakeService;
let send: (ask: Ask) => Promise<Reply>;

const open = async (overrides: FakeParts = {}): Promise<void> => {
  service = await openFakeService(overrides);
  const keys = await service.openSite({});
  send = (ask) => call(service.baseUrl, toCall(ask, keys) as Call);
};
afterEach(() => service.close());

const ADA = '<account><account_code>ada</account_code></account>';

/** A POST endpoint that does whatever a test wants. */
const endpoint = (handle: Endpoint['handle']): Pick<XmlApiDeps, 'endpoints' | 'lists'> => ({
  endpoints: [{ name: 'try', method: 'POST', path: '/v2/try', handle }],
  lists: [],
});

describe('the log', () => {
  test('has names and numbers, and the id of the request; no address, no query, no body', async () => {
    await open();
    await send(post('/v2/accounts?secret=4111111111111111', ADA, { headers: { 'X-Request-Id': 'order-7' } }));
    expect(service.logged).toEqual([
      {
        route: 'create_account',
        method: 'POST',
        status: 201,
        milliseconds: 0,
        request_id: 'order-7',
        site: expect.stringMatching(/^site-/),
        key: expect.any(String),
      },
    ]);
  });

  test('names the symbol of an error', async () => {
    await open();
    await send(get('/v2/accounts/unknown'));
    expect(service.logged.at(-1)).toMatchObject({ route: 'account', status: 404, symbol: 'not_found' });
  });
});

describe('the address of a client', () => {
  const kernel = { trustProxy: true, loggedAddress: loggedAddress('truncated', randomBytes(32)) };
  const from = (address: string) => ({ headers: { 'X-Forwarded-For': `4111111111111111, ${address}` } });
  const addresses = () => service.logged.map(({ status, address }) => [status, address]);

  test('is logged, truncated, where a key, a right or a rate is refused', async () => {
    await open({ ...kernel, settings: { calendar: calendar(), rateLimit: 1 } });
    await send(get('/v2/accounts', { as: 'anonymous', ...from('198.51.100.77') }));
    await send(post('/v2/accounts', ADA, { as: 'readOnly', ...from('2001:db8:1:2::3') }));
    for (let request = 1; request <= 5; request += 1) await send(get('/v2/accounts', from('198.51.100.77')));
    expect(addresses()).toEqual([
      [401, '198.51.100.0/24'],
      [403, '2001:db8:1::/48'],
      ...Array(4).fill([200, undefined]),
      [429, '198.51.100.0/24'],
    ]);
  });

  test('is logged where a payment is declined, and for no other refusal', async () => {
    const error = { resource: transactionError, record: { error_code: 'declined', error_category: 'hard' } };
    const declined = { is: 'declined', field: 'purchase.base', symbol: 'declined', text: 'declined', error } as const;
    await open({ ...endpoint(async () => declined as never), ...kernel });
    await send(post('/v2/try', undefined, from('198.51.100.77')));
    await send(get('/v2/nothing', from('198.51.100.77')));
    expect(addresses()).toEqual([
      [422, '198.51.100.0/24'],
      [404, undefined],
    ]);
  });
});

test('a client that disconnects is not logged as an error', async () => {
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
  const { promise: gone, resolve: leave } = Promise.withResolvers<void>();
  await open({
    ...endpoint(async () => {
      begin();
      await gone;
      return { is: 'nothing' };
    }),
    probes: [
      async (ctx, next) => {
        ctx.req.socket.once('close', () => setImmediate(leave));
        await next();
      },
    ],
  });
  const { port } = new URL(service.baseUrl);
  const client = connect(Number(port), '127.0.0.1');
  client.on('error', () => {});
  const key = Buffer.from(`${(await service.openSite({})).private}:`).toString('base64');
  client.write(
    `POST /v2/try HTTP/1.1\r\nHost: x\r\nAccept: application/xml\r\nX-Api-Version: 2.19\r\nAuthorization: Basic ${key}\r\nContent-Length: 0\r\n\r\n`,
  );
  await begun;
  client.resetAndDestroy();
  await gone;
  await expect.poll(() => service.logged).toContainEqual(expect.objectContaining({ route: 'try' }));
  expect(service.logged.filter((line) => 'error' in line)).toEqual([]);
});

describe('a bug', () => {
  test('is 500, with nothing but the id of its log entry', async () => {
    await open(
      endpoint(async () => {
        throw new Error('column "cvv" does not exist');
      }),
    );
    const reply = await send(post('/v2/try'));
    expect(reply.status).toBe(500);
    expect(reply.body).toContain('<symbol>internal_server_error</symbol>');
    expect(reply.body).not.toContain('cvv');

    const id = reply.headers['x-request-id'];
    expect(reply.body).toContain(`give this id: ${id}.`);
    expect(service.logged[0]).toMatchObject({
      request_id: id,
      route: 'try',
      error: { message: 'column "cvv" does not exist' },
    });
  });

  test('that throws a value other than an error is one too', async () => {
    await open(
      endpoint(async () => {
        throw undefined;
      }),
    );
    expect(await send(post('/v2/try'))).toMatchObject({ status: 500 });
  });
});

describe('out of order', () => {
  const unavailable = {
    status: 503,
    headers: { 'retry-after': '5', 'content-type': 'application/xml; charset=utf-8' },
  };

  test('without storage: 503, and when to come back', async () => {
    await open({
      sites: {
        byPrivateKey: async () => {
          throw new Failure('service_unavailable');
        },
        byPublicKey: async () => undefined,
      },
    });
    const reply = await send(get('/v2/accounts'));
    expect(reply).toMatchObject(unavailable);
    expect(reply.body).toContain('<symbol>service_unavailable</symbol>');
  });

  test('shutting down: 503, and the connection is closed', async () => {
    await open({ draining: () => true });
    expect(await send(get('/v2/accounts'))).toMatchObject({
      ...unavailable,
      headers: { ...unavailable.headers, connection: 'close' },
    });
  });

  test('an outbox that does not respond does not change responses', async () => {
    await open({
      storage: {
        transaction: async () => {
          throw new Error('no outbox');
        },
      },
      settings: { calendar: calendar(), rateLimit: 1 },
    });
    for (let request = 1; request <= 5; request += 1) await send(get('/v2/accounts'));
    expect(await send(get('/v2/accounts'))).toMatchObject({ status: 429 });
    expect(service.logged).toContainEqual(
      expect.objectContaining({ notice: 'limit_exceeded', error: { name: 'Error', message: 'no outbox' } }),
    );
  });
});

describe('a slow body', () => {
  const heading = (length: number, key: string) =>
    `POST /v2/accounts HTTP/1.1\r\nHost: x\r\nAuthorization: Basic ${btoa(`${key}:`)}\r\nAccept: application/xml\r\nX-Api-Version: 2.19\r\nContent-Length: ${length}\r\n\r\n`;

  const socket = async () => {
    const { port } = new URL(service.baseUrl);
    const opened = connect(Number(port), '127.0.0.1');
    let received = '';
    opened.on('data', (chunk) => {
      received += chunk;
    });
    const ended = new Promise<string>((resolve) => opened.on('close', () => resolve(received)));
    return { write: (text: string) => opened.write(text), ended, leave: () => opened.destroy() };
  };

  test('is 408 in the end, and costs others nothing', async () => {
    await open();
    const { private: key } = await service.openSite({});
    const slow = await socket();
    slow.write(`${heading(1000, key)}<account>`);

    expect(await send(post('/v2/accounts', ADA))).toMatchObject({ status: 201 });

    service.expireBodies();
    const answer = await slow.ended;
    expect(answer).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\n/);
    expect(answer).toContain('Connection: close');
    expect(answer).toContain('The body did not arrive within 10 seconds. Send the request again.');
  });

  test('is rejected before it is sent when its Content-Length is far too large', async () => {
    await open();
    const { private: key } = await service.openSite({});
    const large = await socket();
    large.write(heading(1_000_000_000, key));
    expect(await large.ended).toMatch(/^HTTP\/1\.1 413 /);
  });

  test('whose client disconnects is dropped', async () => {
    await open();
    const { private: key } = await service.openSite({});
    const gone = await socket();
    gone.write(`${heading(1000, key)}<account>`);
    await send(get('/v2/accounts'));
    gone.leave();
    await gone.ended;
    await expect.poll(() => service.logged.at(-1)).toMatchObject({ status: 400, symbol: 'bad_request' });
  });
});

describe('addresses', () => {
  test('are the configured ones, whatever the request contains', async () => {
    await open({ settings: { calendar: calendar(), publicUrl: 'https://billing.example.com/' } });
    expect(await send(post('/v2/accounts', ADA, { headers: { Host: 'elsewhere' } }))).toMatchObject({
      headers: { location: 'https://billing.example.com/v2/accounts/ada' },
    });
  });

  test('are those of a trusted proxy', async () => {
    await open({ trustProxy: true });
    const headers = { 'X-Forwarded-Proto': 'https', 'X-Forwarded-Host': 'billing.example.com' };
    expect(await send(post('/v2/accounts', ADA, { headers }))).toMatchObject({
      headers: { location: 'https://billing.example.com/v2/accounts/ada' },
    });
  });

  test('escape codes with special characters', async () => {
    await open();
    const body = "<account><account_code>a, b's (c)!*?#</account_code></account>";
    const { headers } = await send(post('/v2/accounts', body));
    expect(headers.location).toBe(`${service.baseUrl}/v2/accounts/a%2C%20b%27s%20%28c%29%21%2A%3F%23`);
    expect(await send(get(new URL(String(headers.location)).pathname))).toMatchObject({ status: 200 });
  });
});

describe('RATE_LIMIT', () => {
  test('replaces the limits of sites', async () => {
    await open({ settings: { calendar: calendar(), rateLimit: 100 } });
    expect(await send(get('/v2/accounts'))).toMatchObject({ headers: { 'x-ratelimit-limit': '500' } });
  });

  test('off: no request is counted', async () => {
    await open({ settings: { calendar: calendar(), rateLimit: 'off' } });
    const { status, headers } = await send(get('/v2/accounts'));
    expect(status).toBe(200);
    expect(headers).not.toHaveProperty('x-ratelimit-limit');
  });
});

describe('Idempotency-Key', () => {
  const again = (): Ask => post('/v2/try', undefined, { headers: { 'Idempotency-Key': 'k' } });

  test('while the first request is in progress, the second is 422', async () => {
    let finish = (): void => {};
    const started = Promise.withResolvers<void>();
    await open(
      endpoint(async () => {
        started.resolve();
        await new Promise<void>((resolve) => {
          finish = resolve;
        });
        return { is: 'nothing' };
      }),
    );
    const first = send(again());
    await started.promise;
    const second = await send(again());
    expect(second.status).toBe(422);
    expect(second.body).toContain('<symbol>simultaneous_request</symbol>');
    finish();
    expect(await first).toMatchObject({ status: 204 });
    expect(await send(again())).toMatchObject({ status: 204, body: '' });
  });

  test.each([
    ['a bug', () => new Error('bug'), 500],
    ['a busy record', () => new Failure('simultaneous_request'), 422],
    ['storage that is not there', () => new Failure('service_unavailable'), 503],
  ])('%s is not stored: the request may be retried', async (_, error, status) => {
    let calls = 0;
    await open(
      endpoint(async () => {
        calls += 1;
        if (calls === 1) throw error();
        return { is: 'nothing' };
      }),
    );
    expect(await send(again())).toMatchObject({ status });
    expect(await send(again())).toMatchObject({ status: 204 });
  });
});

describe('a declined payment', () => {
  const error = {
    resource: transactionError,
    record: {
      error_code: 'fraud_security_code',
      error_category: 'fraud',
      merchant_message: 'M & M',
      customer_message: 'C',
      gateway_error_code: null,
    },
  };
  const declined = {
    is: 'declined',
    field: 'transaction.account.billing_info.verification_value',
    symbol: 'declined_bad',
    text: 'did not match',
    error,
  } as const;

  test('is 422 with transaction_error, one error and the transaction, in this order', async () => {
    const record = { type: 'credit_card', uuid: 'a'.repeat(32), status: 'declined' };
    await open(endpoint(async () => ({ ...declined, transaction: { resource: transaction, record } })));
    const { status, body } = await send(post('/v2/try'));
    expect(status).toBe(422);
    expect(body).toMatch(/^<\?xml version="1\.0" encoding="UTF-8"\?>\n<errors>\n<transaction_error>\n/);
    expect(body).toContain(
      '<error field="transaction.account.billing_info.verification_value" symbol="declined_bad" lang="en-US">did not match</error>\n<transaction type="credit_card">',
    );
    expect(body).toContain('<merchant_message>M &amp; M</merchant_message>');
    expect(body).toMatch(/<\/transaction>\n<\/errors>\n$/);
  });

  test('without a transaction has two parts', async () => {
    await open(endpoint(async () => declined));
    const { body } = await send(post('/v2/try'));
    expect(body).toMatch(/<\/transaction_error>\n<error [^>]*>did not match<\/error>\n<\/errors>\n$/);
  });
});

test('an answer of 202 may say where to look, and has a document', async () => {
  const record = { account_code: 'ada', address: {} };
  const location = { endpoint: 'try', params: {} };
  await open(endpoint(async () => ({ is: 'record', status: 202, resource: account, record, location })));
  expect(await send(post('/v2/try'))).toMatchObject({
    status: 202,
    headers: { location: `${service.baseUrl}/v2/try` },
    body: /<account>/,
  });
});

test('the probes of the origin come before its rules', async () => {
  await open({
    probes: [
      async (ctx, next) => {
        if (ctx.path === '/health') ctx.body = { status: 'ok' };
        else await next();
      },
    ],
  });
  expect(await call(service.baseUrl, { path: '/health' })).toMatchObject({ status: 200, body: '{"status":"ok"}' });
});
