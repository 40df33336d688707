import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestService, type TestService } from '../service.ts';
import { browserOf, formIn, newCustomer, signedIn, textIn } from './customer.ts';

describe('signing in to the account pages', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService();
  });
  afterAll(() => service?.close());

  it('exchanges the token for a session, and continues at a URL without it', async () => {
    const { code, token } = await newCustomer(service);
    const customer = browserOf(service, code, token);
    const exchanged = await customer.get(`/account/${token}`);
    expect([exchanged.status, exchanged.location]).toEqual([303, '/account']);
    expect(exchanged.html).not.toContain(token);
    expect(exchanged.headers.get('set-cookie')).toMatch(
      /^account_session=[a-f0-9]{32}[A-Za-z0-9]{43}; Path=\/account; HttpOnly; SameSite=Lax$/,
    );
    expect(Object.fromEntries(exchanged.headers)).toMatchObject({
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    });
    const page = await customer.get('/account');
    expect(page.status).toBe(200);
    expect(page.headers.get('content-security-policy')).toBe(
      "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; img-src 'self' data:; connect-src 'none'; " +
        "frame-src 'none'; form-action 'self'; base-uri 'none'; object-src 'none'; frame-ancestors 'none'; " +
        "require-trusted-types-for 'script'",
    );
    expect(page.html).not.toMatch(/ (style|on\w+)="/);
    expect(page.html).not.toContain(token);
    const secret = customer.cookie().split('=')[1] ?? '';
    expect(service.logged.join('')).not.toContain(token);
    expect(service.logged.join('')).not.toContain(secret);
    expect(page.html).not.toContain(secret);
    expect(service.logged.join('')).toContain('"route":"account sign-in"');
  });

  it('shows plan, price and the next invoice, to the cent', async () => {
    const customer = await newCustomer(service);
    const page = textIn((await customer.get('/account')).html);
    expect(page).toContain('Tideline');
    expect(page).toContain('$19.99 every month');
    // 19.99 with 8.75 % of California's tax, 1.75.
    expect(page).toContain('$21.74 on December 20, 2026');
    expect(page).toContain('Visa ending in 1111');
  });

  it.each([
    ['invoices/1002', '/account/invoices/1002'],
    ['payment-method', '/account/payment-method'],
    ['//evil.example', '/account'],
    ['https://evil.example', '/account'],
    ['..%2f..%2fv2', '/account'],
    ['invoices/../../docs', '/account'],
  ])('continues at the page that ?to=%s names, and at no other address', async (to, location) => {
    const { code, token } = await newCustomer(service);
    expect((await browserOf(service, code, token).get(`/account/${token}?to=${to}`)).location).toBe(location);
  });

  it('tells nothing of a token that is wrong, of a closed account, or of a site without pages', async () => {
    const { code, token } = await newCustomer(service);
    const ask = async (path: string) => {
      const { status, html, headers } = await browserOf(service, code, '').get(path);
      return { status, html, cookie: headers.get('set-cookie') };
    };
    const wrong = await ask(`/account/${'x'.repeat(32)}`);
    expect([wrong.status, wrong.cookie]).toEqual([404, null]);
    expect(textIn(wrong.html)).toContain('This link does not work');
    expect(await ask(`/account/${token.slice(0, 31)}${token.endsWith('a') ? 'b' : 'a'}`)).toEqual(wrong);
    expect(await ask('/account/short')).toEqual(wrong);

    await service.changeDemoSite({ account_pages: [] });
    expect(await ask(`/account/${token}`)).toEqual(wrong);
    await service.changeDemoSite({ account_pages: ['cancel'], standing: 'suspended' });
    expect(await ask(`/account/${token}`)).toEqual(wrong);
    await service.changeDemoSite({ account_pages: ['cancel'], standing: 'good' });

    await service.api('DELETE', `/v2/accounts/${code}`);
    expect(await ask(`/account/${token}`)).toEqual(wrong);
    const closed = await service.api('GET', `/v2/accounts/${code}`);
    const [, rotated] = /<hosted_login_token>(\w+)</.exec(closed.text) ?? [];
    expect(await ask(`/account/${rotated}`)).toEqual(wrong);
  });

  it('ends the session when the account closes, the customer signs out, or it is not used for half an hour', async () => {
    const closing = await newCustomer(service);
    await service.api('DELETE', `/v2/accounts/${closing.code}`);
    const ended = await closing.get('/account');
    expect(ended.status).toBe(403);
    expect(textIn(ended.html)).toContain('You are signed out');

    const leaving = await newCustomer(service);
    const session = leaving.cookie();
    const left = await leaving.submit('/account', {}, '/account/sign-out');
    expect([left.status, textIn(left.html)]).toEqual([200, expect.stringContaining('You are signed out')]);
    expect(left.headers.get('set-cookie')).toContain('Max-Age=0');
    expect((await leaving.get('/account', { Cookie: session })).status).toBe(403);

    const idle = await newCustomer(service);
    service.clock.advance({ minutes: 29 });
    expect((await idle.get('/account')).status).toBe(200);
    service.clock.advance({ minutes: 29 });
    expect((await idle.get('/account')).status).toBe(200);
    service.clock.advance({ minutes: 31 });
    expect((await idle.get('/account')).status).toBe(403);
  });

  it('refuses forms of other sites and of other sessions', async () => {
    const ada = await newCustomer(service);
    const bob = await signedIn(service, ada.code);
    const form = formIn((await ada.get('/account')).html, '/account/sign-out');
    const send = async (headers: Record<string, string>, who = ada) =>
      (await who.post('/account/sign-out', form, headers)).status;
    expect(await send({ 'Sec-Fetch-Site': 'cross-site' })).toBe(403);
    expect(await send({ 'Sec-Fetch-Site': 'same-site' })).toBe(403);
    expect(await send({ Origin: 'https://evil.example' })).toBe(403);
    expect(await send({}, bob)).toBe(403);
    expect((await ada.get('/account')).status).toBe(200);
    expect(textIn((await ada.post('/account/sign-out', form)).html)).toContain('You are signed out');
  });

  it('is limited by address', async () => {
    let status = 0;
    for (let n = 0; n < 61; n += 1)
      status = (await browserOf(service, '', '').get(`/account/${'y'.repeat(32)}`)).status;
    expect(status).toBe(429);
    service.clock.advance({ minutes: 2 });
    expect((await browserOf(service, '', '').get(`/account/${'y'.repeat(32)}`)).status).toBe(404);
  });
});
