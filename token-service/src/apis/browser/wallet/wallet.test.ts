import { createHash } from 'node:crypto';
import type { WalletProvider } from '@service/billing/ports/wallet.ts';
import { Failure } from '@service/billing/values/failure.ts';
import { describe, expect, test } from 'vitest';
import { findings, openBrowserOrigin, SITES } from '../browser-origin.fixture.ts';

const ASKED = { key: 'demo-public-key', version: '1.2.3', origin: 'https://shop.example', state: 'state-1' };

const open = async (fields: Record<string, string>, more: Parameters<typeof openBrowserOrigin>[0] = {}) => {
  const { url, ...rest } = await openBrowserOrigin(more);
  const response = await fetch(`${url}/js/v1/wallet/agreement?${new URLSearchParams(fields)}`);
  const html = await response.text();
  const told = /data-agreement="([^"]*)"/.exec(html)?.[1]?.replaceAll('&quot;', '"').replaceAll('&amp;', '&');
  return { ...rest, url, response, html, told: told === undefined ? undefined : JSON.parse(told) };
};

describe('the agreement page', () => {
  test('shows the merchant, the terms, and the buyers', async () => {
    const { response, html, told } = await open({ ...ASKED, description: 'Gold & silver, <monthly>' });
    expect(response.status).toBe(200);
    expect(told).toEqual(ASKED);
    expect(html).toContain('<h1>Pay <bdi>shop.example</bdi> from your wallet?</h1>');
    expect(html).toContain('You came from <bdi>https://shop.example</bdi>');
    expect(html).toContain('<p class="what" dir="auto">Gold &amp; silver, &lt;monthly&gt;</p>');
    expect(html.match(/name="buyer" value="\w+"/g)).toHaveLength(4);
  });

  test('names the company of the site, above the address that it was opened from', async () => {
    const { html } = await open({ ...ASKED, key: 'german-key' });
    expect(html).toContain('<h1>Pay <bdi>Küste &amp; Söhne</bdi> from your wallet?</h1>');
    expect(html).toContain('You came from <bdi>https://shop.example</bdi>');
    expect(html).toContain('You let <strong><bdi>Küste &amp; Söhne</bdi></strong> charge');
  });

  test('is protected by every header, and runs nothing but its own script', async () => {
    const { response, html } = await open(ASKED);
    const [, style = ''] = /<style>(.*?)<\/style>/s.exec(html) ?? [];
    const [, script = ''] = /<script>(.*?)<\/script>/s.exec(html) ?? [];
    const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'cross-origin-opener-policy': 'unsafe-none',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'content-security-policy': [
        "default-src 'none'",
        `script-src ${hash(script)}`,
        `style-src ${hash(style)}`,
        "connect-src 'self'",
        "font-src 'self'",
        'img-src data:',
        "form-action 'none'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
        "require-trusted-types-for 'script'",
      ].join('; '),
    });
    expect(html).not.toMatch(/ (style|on\w+)="/);
    expect(response.headers.has('access-control-allow-origin')).toBe(false);
  });

  test.each([
    { origin: '' },
    { origin: 'null' },
    { origin: '*' },
    { origin: 'shop.example' },
    { origin: 'https://shop.example/' },
    { origin: 'https://shop.example/checkout' },
    { origin: 'https://SHOP.example' },
    { origin: 'https://ada@shop.example' },
    { origin: 'https://shop.example:443' },
    { origin: 'ftp://shop.example' },
    { origin: 'file://' },
    { origin: 'javascript:alert(1)' },
    { state: '' },
    { state: 'x'.repeat(201) },
    { description: 'x'.repeat(128) },
    { description: 'a\u0000b' },
  ])('with %j in its URL posts no result', async (changes) => {
    const { response, html, told } = await open({ ...ASKED, ...changes });
    expect([response.status, told]).toEqual([400, undefined]);
    expect(html).toContain('There is nothing to agree to');
    expect(html).not.toContain('name="buyer"');
  });

  test.each(['http://localhost:4000', 'http://[::1]:4000', 'https://xn--bcher-kva.example'])(
    'may be opened by %s',
    async (origin) => {
      expect((await open({ ...ASKED, origin })).response.status).toBe(200);
    },
  );

  test.each([
    ['unknown-key', 403, 'invalid-public-key'],
    ['', 403, 'invalid-public-key'],
    ['no-wallet-key', 422, 'wallet-not-configured'],
    ['production-key', 422, 'wallet-not-configured'],
  ])('for the key %j reports to the opening page: %i %s', async (key, status, code) => {
    const { response, told, html } = await open({ ...ASKED, key });
    expect(response.status).toBe(status);
    expect(told.refusal).toEqual({ code, message: expect.stringMatching(/^[A-Z].*\.$/) });
    expect(html).toContain('This wallet cannot be used here');
  });

  test('shows a message when it is requested too often, or storage is unavailable', async () => {
    const { url } = await openBrowserOrigin({ limits: { perAddress: 1, perKey: 9 } });
    const address = `${url}/js/v1/wallet/agreement?${new URLSearchParams(ASKED)}`;
    await fetch(address);
    const again = await fetch(address);
    expect([again.status, await again.text()]).toEqual([429, expect.stringContaining('&quot;wallet-error&quot;')]);

    const byPublicKey = () => Promise.reject(new Failure('service_unavailable'));
    const { response, told } = await open(ASKED, { sites: { byPublicKey, byPrivateKey: byPublicKey } });
    expect([response.status, told.refusal.code]).toEqual([503, 'wallet-error']);
  });

  test('allows only GET, and its URL is not logged', async () => {
    const { url, lines } = await open(ASKED);
    expect((await fetch(`${url}/js/v1/wallet/agreement`, { method: 'POST' })).status).toBe(405);
    expect(lines[0]).toEqual({
      route: 'wallet agreement',
      method: 'GET',
      status: 200,
      milliseconds: 0,
      request_id: 'an-id',
      site: 'demo',
    });
  });
});

describe('an agreement', () => {
  const AGREED = { key: 'demo-public-key', version: '1.2.3', buyer: 'ada' };

  test('becomes a token of the buyer that the wallet names', async () => {
    const { walletToken, vault } = await openBrowserOrigin();
    const { status, body } = await walletToken(AGREED);
    expect([status, body]).toEqual([200, { id: expect.stringMatching(/^[\w-]{24}$/), type: 'paypal' }]);
    expect(await vault.hold(SITES['demo-public-key']!, body.id)).toMatchObject({
      description: { type: 'paypal', paypal_billing_agreement_id: expect.stringMatching(/^B-approved-\w{17}$/) },
      holder: { first_name: 'Ada', last_name: 'Lovelace', country: 'GB' },
    });
  });

  test.each([
    [{ buyer: '' }, 422, 'invalid-parameter', ["buyer: can't be blank"]],
    [{ buyer: 'mallory' }, 422, 'invalid-parameter', ['buyer: is an unknown wallet account']],
    [{ buyer: 'charles' }, 502, 'wallet-error', []],
    [{ key: 'no-wallet-key' }, 422, 'wallet-not-configured', []],
    [{ key: 'production-key' }, 422, 'wallet-not-configured', []],
    [{ key: 'unknown-key' }, 403, 'invalid-public-key', []],
  ])('with %j is refused: %i %s', async (changes, status, code, expected) => {
    const { walletToken, kept } = await openBrowserOrigin();
    const answer = await walletToken({ ...AGREED, ...changes });
    expect([answer.status, answer.body.error.code, findings(answer)]).toEqual([status, code, expected]);
    expect(kept).toEqual([]);
  });

  test('cannot be created or read by a page of another origin', async () => {
    const { post, port, kept } = await openBrowserOrigin();
    const from = (headers: Record<string, string>) => post('/js/v1/wallet/agreements', AGREED, { headers });
    for (const headers of [
      { Origin: 'https://shop.example' },
      { Origin: 'null' },
      { 'Sec-Fetch-Site': 'cross-site', Origin: `http://127.0.0.1:${port}` },
      { 'Sec-Fetch-Site': 'same-site' },
    ]) {
      const response = await from(headers);
      expect([response.status, (await response.json()).error.code]).toEqual([403, 'api-error']);
      expect(response.headers.has('Access-Control-Allow-Origin')).toBe(false);
    }
    expect(kept).toEqual([]);
    for (const headers of [{ 'Sec-Fetch-Site': 'same-origin' }, { Origin: `http://127.0.0.1:${port}` }]) {
      expect((await from(headers)).status).toBe(200);
    }
  });

  test('of a service without any wallet is refused', async () => {
    const { walletToken } = await openBrowserOrigin({ wallet: { ...noBuyers, serves: () => false } });
    expect((await walletToken(AGREED)).body.error.code).toBe('wallet-not-configured');
  });
});

const noBuyers: WalletProvider = { serves: () => true, buyers: [], agree: async () => undefined };
