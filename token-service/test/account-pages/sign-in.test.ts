import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestService, type TestService, textOf, within } from '../service.ts';
import { browserOf, formIn, newCustomer, signedIn, textIn } from './customer.ts';

/** The text of the header of a page; undefined where it has none. */
const headerOf = (html: string): string | undefined => {
  const [, header] = /<header[^>]*>([\s\S]*?)<\/header>/.exec(html) ?? [];
  return header && textIn(header).trim();
};

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
    expect(exchanged.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^account_known=[\w-]{70}; path=\/account; samesite=lax; httponly$/),
      expect.stringMatching(/^account_session=[a-f0-9]{32}[A-Za-z0-9]{43}; path=\/account; samesite=lax; httponly$/),
    ]);
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
    const secret = /account_session=(\w+)/.exec(customer.cookie())?.[1] ?? '';
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
    ['payment-methods', '/account/payment-methods'],
    ['payment-method%3Fmethod%3D0123456789ab', '/account/payment-method?method=0123456789ab'],
    ['payment-method%3Fmethod%3D0123456789ab%26add%3D1', '/account'],
    ['//evil.example', '/account'],
    ['https://evil.example', '/account'],
    ['..%2f..%2fv2', '/account'],
    ['invoices/../../docs', '/account'],
  ])('continues at the page that ?to=%s names, and at no other address', async (to, location) => {
    const { code, token } = await newCustomer(service);
    expect((await browserOf(service, code, token).get(`/account/${token}?to=${to}`)).location).toBe(location);
  });

  it.each([
    ['payment-method', /^\/account\/payment-method$/],
    ['details', /^\/account\/details$/],
    ['invoice/1002', /^\/account\/invoices\/1002$/],
    ['invoice/1002#why', /^\/account\/invoices\/1002#why$/],
    ['invoice', /^\/account\/invoices$/],
    ['cancel', /^\/account\/tasks\/cancel$/],
    ['change/01a1f8d3ea00720fb5dc3adc64f44943', /^\/account\/subscriptions\/01a1f8d3ea00720fb5dc3adc64f44943\/change$/],
    ['https://evil.example', /^\/account$/],
  ])('continues at the task %s', async (task, location) => {
    const { code, token } = await newCustomer(service);
    const opened = await browserOf(service, code, token).get(`/account/${token}?task=${encodeURIComponent(task)}`);
    expect(opened.location).toMatch(location);
  });

  it('leads a task to the only subscription, and has a customer of several choose', async () => {
    const customer = await newCustomer(service);
    const { location } = await customer.get('/account/tasks/cancel');
    expect(location).toMatch(/^\/account\/subscriptions\/[a-f0-9]{32}\/cancel$/);
    expect((await customer.get('/account/tasks/resume')).location).toBe('/account?done=stale');
    expect((await customer.get('/account/tasks/constructor')).status).toBe(404);
    const second = '<plan_code>tideline-yearly</plan_code><currency>USD</currency>';
    const account = `<account><account_code>${customer.code}</account_code></account>`;
    await service.api('POST', '/v2/subscriptions', `<subscription>${second}${account}</subscription>`);
    const choice = await customer.get('/account/tasks/cancel');
    expect(choice.status).toBe(200);
    expect(choice.html.match(/href="\/account\/subscriptions\/[a-f0-9]{32}\/cancel"/g)).toHaveLength(2);
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

    const offered = (await service.service.opened.sites.find('demo'))?.account_pages ?? [];
    await service.changeDemoSite({ account_pages: [] });
    expect(await ask(`/account/${token}`)).toEqual(wrong);
    await service.changeDemoSite({ account_pages: ['cancel'], standing: 'suspended' });
    expect(await ask(`/account/${token}`)).toEqual(wrong);
    await service.changeDemoSite({ account_pages: offered, standing: 'good' });

    await service.api('DELETE', `/v2/accounts/${code}`);
    expect(await ask(`/account/${token}`)).toEqual(wrong);
    const closed = await service.api('GET', `/v2/accounts/${code}`);
    const [, rotated] = /<hosted_login_token>(\w+)</.exec(closed.text) ?? [];
    expect(await ask(`/account/${rotated}`)).toEqual(wrong);
  });

  it('says goodbye in the language of the account, whatever that of the browser', async () => {
    const customer = await newCustomer(service);
    const german = '<account><preferred_locale>de-DE</preferred_locale></account>';
    await service.api('PUT', `/v2/accounts/${customer.code}`, german);
    const left = await customer.submit('/account', {}, '/account/sign-out');
    expect(left.html).toContain('<html lang="de-DE" dir="ltr">');
    expect(textIn(left.html)).toContain('Sie sind abgemeldet');
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
    expect(left.headers.get('set-cookie')).toContain('expires=Thu, 01 Jan 1970 00:00:00 GMT');
    expect(headerOf(left.html)).toBe('Tideline');
    expect((await leaving.get('/account', { Cookie: session })).status).toBe(403);

    const idle = await newCustomer(service);
    service.clock.advance({ minutes: 29 });
    expect((await idle.get('/account')).status).toBe(200);
    service.clock.advance({ minutes: 29 });
    expect((await idle.get('/account')).status).toBe(200);
    service.clock.advance({ minutes: 31 });
    expect((await idle.get('/account')).status).toBe(403);
  });

  /** The addresses that mail to a customer leads to, the latest mail first. */
  const linksTo = async (code: string): Promise<string[]> => {
    const mailbox = await service.api('GET', `/v2/sandbox/mailboxes/${code}`);
    return [...mailbox.text.matchAll(/http:\/\/localhost:\d+(\/account\/[\w-]+)/g)].map(([, path]) => path ?? '');
  };
  const mailsTo = async (code: string): Promise<string[]> => {
    const mailbox = await service.api('GET', `/v2/sandbox/mailboxes/${code}`);
    return (within(mailbox.xml, 'mails')?.children ?? []).map(
      (mail) => `${textOf(mail, 'kind')} ${textOf(mail, 'to')}`,
    );
  };
  const textsTo = async (code: string): Promise<(string | undefined)[]> => {
    const mailbox = await service.api('GET', `/v2/sandbox/mailboxes/${code}`);
    return (within(mailbox.xml, 'mails')?.children ?? []).map((mail) => textOf(mail, 'text'));
  };
  const visit = (path: string) => browserOf(service, '', '').get(path);

  it('lets a link in mail sign in for 30 days, and then asks for another one, at most one an hour', async () => {
    const { code, token } = await newCustomer(service);
    const [link = ''] = await linksTo(code);
    expect(link).toMatch(/^\/account\/[\w-]{70}$/);
    expect(link).not.toContain(token);
    const opened = await visit(`${link}?to=invoices`);
    expect([opened.status, opened.location]).toEqual([303, '/account/invoices']);

    service.clock.advance({ days: 29 });
    expect((await visit(link)).status).toBe(303);
    service.clock.advance({ days: 1, minutes: 1 });
    const expired = await visit(link);
    expect([expired.status, expired.headers.get('set-cookie')]).toEqual([410, null]);
    expect(textIn(expired.html)).toMatch(/This link has expired .*for 30 days\..* Send a new link/);
    expect(expired.html).toContain('<title>This link has expired – Tideline</title>');
    expect(headerOf(expired.html)).toBe('Tideline');
    // The hosted login token of the API stays.
    expect((await visit(`/account/${token}`)).status).toBe(303);

    const ask = (fields: Record<string, string>, headers = {}) =>
      browserOf(service, '', '').post('/account/new-link', fields, headers);
    const [, sent = ''] = /name="token" value="([\w-]+)"/.exec(expired.html) ?? [];
    const before = (await mailsTo(code)).length;
    expect((await ask({ token: sent }, { 'Sec-Fetch-Site': 'cross-site' })).status).toBe(403);
    const said = await ask({ token: sent });
    expect([said.status, textIn(said.html)]).toEqual([200, expect.stringContaining('Check your email')]);
    const again = await ask({ token: sent });
    // The answer is in the language of the page that the form was on.
    expect(expired.html).toContain('<input type="hidden" name="language" value="en-US">');
    expect((await ask({ token: sent, language: 'de-DE' })).html).toContain('<html lang="de-DE" dir="ltr">');
    // A link of the merchant that is not genuine is answered alike, one of no merchant without its name.
    const forged = await ask({ token: `${sent.slice(0, -8)}${'x'.repeat(8)}` });
    expect([again.html, forged.html]).toEqual([said.html, said.html]);
    expect(textIn((await ask({ token: 'x'.repeat(70) })).html)).toContain('Check your email');
    expect((await mailsTo(code)).slice(0, -before)).toEqual(['account_link ada@example.com']);
    const [fresh = ''] = await linksTo(code);
    expect(fresh).not.toBe(link);
    expect((await visit(fresh)).status).toBe(303);
    // A customer who is signed in already needs no new link.
    const signed = await signedIn(service, code);
    expect((await signed.get(`${link}?to=details`)).location).toBe('/account/details');
  });

  it('ends links in mail of a sandbox with days that its clock has travelled', async () => {
    const { code, token } = await newCustomer(service);
    const [link = ''] = await linksTo(code);
    const travel = async (days: number) => {
      const by = `<clock><advance_in_seconds>${days * 86_400}</advance_in_seconds></clock>`;
      expect((await service.api('PUT', '/v2/sandbox/clock', by)).status).toBe(200);
    };
    await travel(29);
    expect((await visit(link)).status).toBe(303);
    await travel(2);
    const expired = await visit(link);
    expect([expired.status, textIn(expired.html)]).toEqual([410, expect.stringContaining('This link has expired')]);
    expect((await visit(`/account/${token}`)).status).toBe(303);
    const [, sent = ''] = /name="token" value="([\w-]+)"/.exec(expired.html) ?? [];
    expect((await browserOf(service, '', '').post('/account/new-link', { token: sent })).status).toBe(200);
    const [fresh = ''] = await linksTo(code);
    expect(fresh).not.toBe(link);
    expect((await visit(fresh)).status).toBe(303);
  });

  it('ends links and sessions with the email address, and reports the change to the old one', async () => {
    const { code, token } = await newCustomer(service);
    const [link = ''] = await linksTo(code);
    const stranger = browserOf(service, code, token);
    await stranger.get(link);
    const customer = browserOf(service, code, token);
    await customer.get(link);
    expect((await customer.submit('/account/details', { email: 'eve@example.com' })).location).toBe(
      '/account?done=details',
    );
    // The customer who changed it stays; every other session ends, and so do the links.
    expect(textIn((await customer.get('/account')).html)).toContain('eve@example.com');
    expect((await stranger.get('/account')).status).toBe(403);
    expect((await visit(link)).status).toBe(404);
    const [latest] = await mailsTo(code);
    expect(latest).toBe('email_changed ada@example.com');
    expect((await linksTo(code)).filter((path) => path !== link)).toEqual([]);

    // The address comes back, and its old links do not.
    const back = '<account><email>ada@example.com</email></account>';
    expect((await service.api('PUT', `/v2/accounts/${code}`, back)).status).toBe(200);
    expect((await visit(link)).status).toBe(404);
    expect((await mailsTo(code))[0]).toBe('email_changed eve@example.com');
    expect((await visit(`/account/${token}`)).status).toBe(303);
    const capitals = '<account><email>Ada@Example.com</email></account>';
    expect((await service.api('PUT', `/v2/accounts/${code}`, capitals)).status).toBe(200);
    expect((await mailsTo(code))[0]).toBe('email_changed eve@example.com');
  });

  it('reports another payment method, also to the address that it replaces, and not the same card again', async () => {
    const { code } = await newCustomer(service);
    const customer = await signedIn(service, code);
    const store = async (number: string) => {
      const token = await service.token({ country: 'US', postal_code: '94105', number });
      expect((await customer.submit('/account/payment-method', { token })).location).toMatch(/done=payment/);
    };
    const before = await mailsTo(code);
    await store('4111 1111 1111 1111');
    expect(await mailsTo(code)).toEqual(before);
    await store('5555 5555 5555 4444');
    expect((await mailsTo(code))[0]).toBe('payment_method_changed ada@example.com');

    // One more, in its place another one, and its removal.
    const path = `/v2/accounts/${code}/billing_infos`;
    const latest = (method: string, more: string, body?: string) =>
      service.api(method, path + more, body, { 'X-Api-Version': '2.29' });
    const info = async (number: string) => {
      const token_id = await service.token({ country: 'US', postal_code: '94105', number });
      return `<billing_info><token_id>${token_id}</token_id></billing_info>`;
    };
    const added = await latest('POST', '', await info('6011 1111 1111 1117'));
    expect(added.status, added.text).toBe(201);
    const uuid = textOf(added.xml, 'uuid');
    expect((await latest('PUT', `/${uuid}`, await info('4111 1111 1111 1111'))).status).toBe(200);
    expect((await latest('DELETE', `/${uuid}`)).status).toBe(204);
    expect((await mailsTo(code)).slice(0, 4)).toEqual([
      'payment_method_removed ada@example.com',
      'payment_method_changed ada@example.com',
      'payment_method_added ada@example.com',
      'payment_method_changed ada@example.com',
    ]);
    const texts = await textsTo(code);
    expect(texts[0]).toMatch(/Your payments no longer use this payment method\.[\s\S]*Visa ending in 1111/);
    expect(texts[1]).toMatch(/this payment method pays what the old one paid\.[\s\S]*Visa ending in 1111/);
    expect(texts[2]).toMatch(/Your account has this payment method from now on\.[\s\S]*Discover ending in 1117/);

    const token = await service.token({ country: 'US', postal_code: '94105' });
    const both = `<account><email>eve@example.com</email><billing_info><token_id>${token}</token_id></billing_info></account>`;
    const changed = await service.api('PUT', `/v2/accounts/${code}`, both);
    expect(changed.status, changed.text).toBe(200);
    expect((await mailsTo(code)).slice(0, 2).sort()).toEqual([
      'email_changed ada@example.com',
      'payment_method_changed ada@example.com',
    ]);
  });

  it('asks before the link of another account replaces the session', async () => {
    const [ada, bob] = [await newCustomer(service), await newCustomer(service)];
    await service.api('PUT', `/v2/accounts/${bob.code}`, '<account><email>bob@example.com</email></account>');
    const open = async () => {
      const asked = await ada.get(`/account/${bob.token}?to=payment-method`);
      expect([asked.status, asked.location]).toEqual([303, '/account/switch?to=payment-method']);
      return ada.get(asked.location);
    };
    const question = await open();
    expect(textIn(question.html)).toContain(
      'You are signed in as ada@example.com. The link you opened leads to the account of bob@example.com.',
    );
    expect(textIn((await ada.get('/account')).html)).toContain('ada@example.com');
    const form = formIn(question.html, '/account/switch');
    const stayed = await ada.post('/account/switch', { ...form, stay: 'yes' });
    expect(stayed.location).toBe('/account');
    expect(ada.cookie()).not.toContain('account_pending');
    expect(textIn((await ada.get('/account')).html)).toContain('ada@example.com');
    // What was refused is over.
    expect((await ada.get('/account/switch')).location).toBe('/account');

    const left = ada.cookie();
    await open();
    const again = formIn((await ada.get('/account/switch?to=payment-method')).html, '/account/switch');
    expect((await ada.post('/account/switch', again)).location).toBe('/account/payment-method');
    expect(textIn((await ada.get('/account/payment-method')).html)).toContain(
      'This is the account of bob@example.com. What it owes is charged to this payment method.',
    );
    expect((await ada.get('/account', { Cookie: left })).status).toBe(403);
    // The link of the account that is open needs no question.
    expect((await ada.get(`/account/${bob.token}`)).location).toBe('/account');
  });

  it('tells two accounts of one email address apart by their codes', async () => {
    const [one, other] = [await newCustomer(service), await newCustomer(service)];
    const asked = await one.get(`/account/${other.token}`);
    const question = textIn((await one.get(asked.location)).html);
    expect(question).toContain(
      `You are signed in as ada@example.com (${one.code}). The link you opened leads to the account of ada@example.com (${other.code}).`,
    );
    expect(question).toContain(`Stay with ada@example.com (${one.code})`);
  });

  it('keeps ten sessions of an account, and ends the oldest', async () => {
    const { code, token } = await newCustomer(service);
    const oldest = browserOf(service, code, token);
    await oldest.get(`/account/${token}`);
    const browsers = Array.from({ length: 10 }, () => browserOf(service, code, token));
    for (const browser of browsers) {
      service.clock.advance({ seconds: 1 });
      await browser.get(`/account/${token}`);
    }
    expect((await oldest.get('/account')).status).toBe(403);
    for (const browser of browsers) expect((await browser.get('/account')).status).toBe(200);
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
