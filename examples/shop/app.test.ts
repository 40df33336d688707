import { once } from 'node:events';
import { get, request } from 'node:http';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { shop } from './app.ts';
import { settings, shopOpener } from './open-shop.fixture.ts';
import { account, billingInfo, singleError, transactionError, walletInfo } from './testing.ts';

afterEach(() => vi.restoreAllMocks());

const openShop = shopOpener();

const ada = { first_name: 'Ada', last_name: 'Lovelace', email: 'ada@example.com', token: 'token-1' };
const found = (code: string) => ({
  [`GET /v2/accounts/${code}`]: { body: account.replace('>ada<', `>${code}<`) },
  [`GET /v2/accounts/${code}/billing_info`]: { body: billingInfo },
});

describe('a first visit', () => {
  it('gets an account code in a signed cookie, and sends no request to the XML API', async () => {
    const { ask, jar, received } = await openShop();
    const answer = await ask('/api/billing-info');
    expect(await answer.json()).toEqual({ account: null, billing_info: null });
    expect(answer.headers.get('set-cookie')).toMatch(/httponly/i);
    expect(jar.get('tideline_account')).toMatch(/^TL-\w{5}-\w{5}$/);
    expect(received).toEqual([]);
  });

  it("cannot claim another customer's account", async () => {
    const { ask, jar, received } = await openShop();
    jar.set('tideline_account', 'TL-AAAAA-AAAAA');
    await ask('/api/billing-info');
    expect(jar.get('tideline_account')).not.toBe('TL-AAAAA-AAAAA');
    expect(received).toEqual([]);
  });
});

describe('saving a card', () => {
  it("creates the account with the card, then returns the XML API's records", async () => {
    let created = false;
    const { save, visit, received } = await openShop((code) => ({
      [`GET /v2/accounts/${code}`]: () => (created ? found(code)[`GET /v2/accounts/${code}`]! : { status: 404 }),
      [`GET /v2/accounts/${code}/billing_info`]: { body: billingInfo },
      'POST /v2/accounts': () => {
        created = true;
        return { status: 201, body: account };
      },
    }));
    const code = await visit();
    const answer = await save(ada);

    expect(await answer.json()).toMatchObject({
      account: { account_code: code, first_name: 'Ada' },
      billing_info: { type: 'credit_card', card_type: 'Visa', last_four: '0011', month: 4, year: 2031 },
    });
    const post = received.find(({ method }) => method === 'POST');
    expect(post?.body).toContain(`<account_code>${code}</account_code>`);
    expect(post?.body).toContain('<token_id>token-1</token_id>');
  });

  it('accepts a token alone from a page without other fields', async () => {
    const { save, visit, received } = await openShop((code) => ({
      ...found(code),
      [`PUT /v2/accounts/${code}/billing_info`]: { body: walletInfo },
      [`GET /v2/accounts/${code}/billing_info`]: { body: walletInfo },
    }));
    const code = await visit();
    expect(await (await save({ token: 'token-1' })).json()).toMatchObject({ billing_info: { type: 'paypal' } });
    expect(received.filter(({ method }) => method === 'PUT').map(({ path }) => path)).toEqual([
      `/v2/accounts/${code}/billing_info`,
    ]);
  });

  it('replaces the card of an account that exists', async () => {
    const { save, visit, received } = await openShop((code) => ({
      ...found(code),
      [`PUT /v2/accounts/${code}`]: { body: account },
      [`PUT /v2/accounts/${code}/billing_info`]: { body: billingInfo },
    }));
    const code = await visit();
    expect((await save(ada)).status).toBe(200);
    expect(received.slice(0, 3).map(({ method, path }) => `${method} ${path}`)).toEqual([
      `GET /v2/accounts/${code}`,
      `PUT /v2/accounts/${code}`,
      `PUT /v2/accounts/${code}/billing_info`,
    ]);
  });

  it('returns a decline in the words of the bank', async () => {
    const body = transactionError('declined', 'The payment was declined. Try another card.', 'number', 'declined');
    const { save, visit } = await openShop(() => ({ 'POST /v2/accounts': { status: 422, body } }));
    await visit();
    const answer = await save(ada);
    expect(answer.status).toBe(422);
    expect(await answer.json()).toEqual({
      error: { message: 'The payment was declined. Try another card.', fields: {} },
    });
  });

  it('logs an error that only the shop can fix, and does not show it to the customer', async () => {
    const log = vi.spyOn(console, 'error').mockReturnValue();
    const body = singleError('unauthorized', 'This key is not valid.');
    const { save, visit } = await openShop((code) => ({ [`GET /v2/accounts/${code}`]: { status: 401, body } }));
    await visit();
    const answer = await save(ada);
    expect(answer.status).toBe(502);
    expect(await answer.text()).not.toContain('key');
    expect(log).toHaveBeenCalledWith('example shop: 401 unauthorized: This key is not valid.');
  });

  it('returns the missing fields before it sends a request', async () => {
    const { save, visit, received } = await openShop();
    await visit();
    expect(await (await save({ ...ada, email: ' ', last_name: 7 })).json()).toEqual({
      error: { message: '', fields: { last_name: 'Enter the last name.', email: 'Enter the email address.' } },
    });
    expect(await (await save({ ...ada, token: '' })).json()).toMatchObject({
      error: { fields: { token: 'Enter the payment details.' } },
    });
    expect(received).toEqual([]);
  });

  it.each([
    ['a form of another site', 415, { headers: { 'Content-Type': 'text/plain' }, body: '{}' }],
    ['broken JSON', 400, { headers: { 'Content-Type': 'application/json' }, body: '{' }],
    ['null', 422, { headers: { 'Content-Type': 'application/json' }, body: 'null' }],
    ['too much', 413, { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify('x'.repeat(20_000)) }],
  ])('refuses %s', async (_, status, init) => {
    const { ask, received } = await openShop();
    expect((await ask('/api/billing-info', { method: 'POST', ...init })).status).toBe(status);
    expect(received).toEqual([]);
  });
});

it('logs nothing about a customer who leaves before the form is sent', async () => {
  const log = vi.spyOn(console, 'error').mockReturnValue();
  const { ask, url } = await openShop();
  const headers = { 'Content-Type': 'application/json', 'Content-Length': 100 };
  const leaving = request(`${url}/api/billing-info`, { method: 'POST', headers }).on('error', () => undefined);
  leaving.write('{');
  await once(leaving, 'socket');
  await ask('/health');
  leaving.destroy();
  await ask('/health');
  expect(log).not.toHaveBeenCalled();
});

it('logs an unexpected error', () => {
  const log = vi.spyOn(console, 'error').mockReturnValue();
  const unforeseen = new Error('unforeseen');
  shop(settings('http://localhost:3000')).emit('error', unforeseen);
  expect(log).toHaveBeenCalledWith('example shop:', unforeseen);
});

describe('removing the card', () => {
  it.each([204, 404])('succeeds when the XML API answers %i', async (status) => {
    const { ask, visit, received } = await openShop((code) => ({
      [`GET /v2/accounts/${code}`]: { body: account },
      [`DELETE /v2/accounts/${code}/billing_info`]: {
        status,
        body: status === 404 ? singleError('not_found', '') : '',
      },
    }));
    const code = await visit();
    const answer = await ask('/api/billing-info', { method: 'DELETE' });
    expect(await answer.json()).toMatchObject({ account: { email: 'ada@example.com' }, billing_info: null });
    expect(received[0]).toMatchObject({ method: 'DELETE', path: `/v2/accounts/${code}/billing_info` });
  });
});

const PAGES = ['card', 'bank-account', 'wallet', 'looks', 'errors', 'single-page-app', 'checkout'].map(
  (name) => `/${name}.html`,
);

describe('the pages', () => {
  it('name the script and the public key, never the private one', async () => {
    const { ask } = await openShop();
    for (const path of ['/', ...PAGES]) {
      const html = await (await ask(path)).text();
      expect(html).toContain('http://pay.example:3001/v1/service.js');
      expect(html).toContain('a-&quot;public&quot;-key');
      expect(html).not.toContain('a-private-key');
      expect(html).not.toContain('{{');
    }
  });

  it('allow the payment service and nothing inline', async () => {
    const { ask } = await openShop();
    const policy = (await ask('/card.html')).headers.get('content-security-policy') ?? '';
    expect(policy).toContain("script-src 'self' http://pay.example:3001;");
    expect(policy).toContain('frame-src http://pay.example:3001;');
    expect(policy).toContain("connect-src 'self' http://pay.example:3001;");
    expect(policy).not.toContain('unsafe');
  });

  it('serve style, font and health, and nothing outside their folders', async () => {
    const { ask } = await openShop();
    expect((await ask('/assets/shop.css')).headers.get('content-type')).toContain('text/css');
    expect((await ask('/fonts/files/inter-latin-wght-normal.woff2')).headers.get('content-type')).toBe('font/woff2');
    expect(await (await ask('/health')).json()).toEqual({ status: 'ok' });
    for (const path of [
      '/assets/..%2fpackage.json',
      '/assets/%2e%2e/shop/server.ts',
      '/fonts/files/none.woff2',
      '/package.json',
      '/..%2fREADME.md',
      '/none.html',
      '/nothing',
    ]) {
      expect((await ask(path)).status).toBe(404);
    }
  });

  it('show a person what is missing, with a link to the shop', async () => {
    const { ask } = await openShop();
    const opened = async (path: string) => {
      const answer = await ask(path, { headers: { Accept: 'text/html,*/*;q=0.8' } });
      const html = await answer.text();
      expect(html).toContain('<a class="button" href="/checkout.html">Back to the shop</a>');
      expect(html).not.toContain('{{');
      return { status: answer.status, html };
    };
    for (const path of ['/nothing', '/none.html', '/some/where', '/api/nothing', '/assets/none.css', '/%E0%A4%A']) {
      const { status, html } = await opened(path);
      expect(status, path).toBe(404);
      expect(html).toContain('<h1>Page not found</h1>');
    }
    const stranger = await opened('/api/account');
    expect(stranger.status).toBe(404);
    expect(stranger.html).toContain('<p>You have not bought anything yet.</p>');
    // A script gets the refusal itself.
    expect(await (await ask('/api/account')).json()).toMatchObject({ error: { fields: {} } });
  });

  it('answer an unchanged file with 304', async () => {
    const { ask, url } = await openShop();
    const modified = (await ask('/assets/shop.css')).headers.get('last-modified') ?? '';
    // Not with fetch: it treats a conditional request as one that must not use a cache.
    const [response] = await once(
      get(`${url}/assets/shop.css`, { headers: { 'If-Modified-Since': modified } }),
      'response',
    );
    expect(response.statusCode).toBe(304);
    response.resume();
  });
});
