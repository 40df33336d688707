import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestService, type TestService, textOf, within } from '../service.ts';
import { CHALLENGED, CHALLENGED_LATER, customerOf } from '../stories/challenging.ts';
import { type Customer, formIn, newCustomer, textIn } from './customer.ts';

const PATH = '/account/payment-method';
const MONTH = 31 * 86_400;

describe('payments and invoices on the account pages', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService({ env: { RATE_LIMIT: 'off' } });
  });
  afterAll(() => service?.close());

  const travel = (seconds: number) =>
    service.api('PUT', '/v2/sandbox/clock', `<clock><advance_in_seconds>${seconds}</advance_in_seconds></clock>`);
  const invoicesOf = async ({ code }: Customer) =>
    (await service.api('GET', `/v2/accounts/${code}/invoices`)).xml?.children ?? [];
  const overviewOf = async (customer: Customer) => textIn((await customer.get('/account')).html);
  const card = (fields = {}) => service.token({ country: 'US', postal_code: '94105', ...fields });

  /** A customer whose second month is not paid: this card is charged once and declined afterwards. */
  const pastDue = async () => {
    const customer = await newCustomer(service);
    await service.api(
      'PUT',
      `/v2/accounts/${customer.code}/billing_info`,
      `<billing_info><token_id>${await card({ number: '4000 0000 0000 0341' })}</token_id></billing_info>`,
    );
    await travel(MONTH);
    return customer;
  };

  it('name no way to pay what is past due that the site does not offer', async () => {
    const customer = await pastDue();
    expect(await overviewOf(customer)).toContain('is past due. Pay it now, or replace your payment method.');
    const offers = (await service.service.opened.sites.find('demo'))?.account_pages ?? [];
    await service.changeDemoSite({ account_pages: offers.filter((offer) => offer !== 'payment_method') });
    try {
      const overview = await overviewOf(customer);
      expect(overview).toMatch(/\$\d+\.\d\d is past due\./);
      expect(overview).not.toMatch(/Pay it now|payment method\./);
    } finally {
      await service.changeDemoSite({ account_pages: offers });
    }
  });

  it('explains the amounts of an invoice, on its page and in a PDF', async () => {
    const customer = await newCustomer(service);
    const number = textOf((await invoicesOf(customer))[0], 'invoice_number');
    const { html } = await customer.get(`/account/invoices/${number}`);
    // 19.99 with 8.75 % of California's tax, 1.75.
    expect(textIn(html)).toMatch(
      /Why this amount\? .*Full price \$19\.99 CA sales tax \(8\.75%\) \$1\.75 Total \$21\.74/,
    );
    const plain = await customer.get(`/account/invoices/${number}/pdf`);
    const explained = await customer.get(`/account/invoices/${number}/pdf?why=yes`);
    expect([plain.status, explained.status, explained.html.slice(0, 5)]).toEqual([200, 200, '%PDF-']);
    expect(explained.html.match(/\/MediaBox/g)?.length).toBe((plain.html.match(/\/MediaBox/g)?.length ?? 0) + 1);
  });

  it.each([
    ['ended', '/terminate?refund=partial', ''],
    ['changed to a unit', '', '<subscription><quantity>1</quantity><timeframe>now</timeframe></subscription>'],
  ])('explain what is credited of 3 units of which 2 were refunded when it is %s', async (_, path, body) => {
    const customer = await newCustomer(service, { subscription: '<quantity>3</quantity>' });
    const [invoice] = await invoicesOf(customer);
    const lines = within(invoice, 'line_items')?.children ?? [];
    const uuid = textOf(
      lines.find((line) => textOf(line, 'quantity') === '3'),
      'uuid',
    );
    const refunded = await service.api(
      'POST',
      `/v2/invoices/${textOf(invoice, 'invoice_number')}/refund`,
      `<invoice><line_items><adjustment><uuid>${uuid}</uuid><quantity>2</quantity></adjustment></line_items></invoice>`,
    );
    expect(refunded.status, refunded.text).toBe(201);
    const { xml } = await service.api('GET', `/v2/accounts/${customer.code}/subscriptions`);
    await travel(86_400);
    const ended = await service.api('PUT', `/v2/subscriptions/${textOf(xml?.children[0], 'uuid')}${path}`, body);
    expect(ended.status, ended.text).toBe(200);

    const [credit] = await invoicesOf(customer);
    const gross = Math.abs(Number(textOf(credit, 'subtotal_before_discount_in_cents'))) / 100;
    const text = textIn((await customer.get(`/account/invoices/${textOf(credit, 'invoice_number')}`)).html);
    expect(text).toMatch(/Credit for “.*” on invoice \d+ \$59\.97 Time not used .*\(\d+ days/);
    const [, price = '', amount = ''] = /For this time (.*?) Amount \$([\d.]+)/.exec(text) ?? [];
    expect(price).toMatch(/^\d+ days.* ÷ \d+ days$/);
    expect(Number(amount)).toBe(gross);
  });

  it('replace a card, which pays what is overdue at once', async () => {
    const customer = await pastDue();
    const [unpaid] = await invoicesOf(customer);
    expect(textOf(unpaid, 'state')).toBe('past_due');
    const overview = await overviewOf(customer);
    expect(overview).toContain('A payment did not go through $21.74 is past due.');
    expect(overview).toContain('Payment past due');

    const page = await customer.get(PATH);
    expect(textIn(page.html)).toContain('When you save it, the $21.74 that you owe is charged at once.');
    const browser = service.browserUrl.replace(/\/$/, '');
    expect(page.headers.get('content-security-policy')).toContain(`script-src 'self' ${browser}; `);
    expect(page.headers.get('content-security-policy')).toContain(`frame-src ${browser}; `);
    expect(page.html).not.toMatch(/<input[^>]*name="(number|account_number|cvv)"/);

    const declined = await customer.submit(PATH, { token: await card({ number: '4000 0000 0000 0002' }) });
    expect(declined.status).toBe(422);
    expect(textIn(declined.html)).toContain('Your bank declined this card. Nothing was charged.');
    const paid = await customer.submit(PATH, { token: await card() });
    expect(paid.location).toBe('/account?done=paid');
    expect((await invoicesOf(customer)).map((one) => textOf(one, 'state'))).toEqual(['paid', 'paid']);
    expect(await overviewOf(customer)).not.toContain('overdue');
  });

  it('say what the customer has done above what is overdue, in a notice of its own', async () => {
    const customer = await pastDue();
    const { xml } = await service.api('GET', `/v2/accounts/${customer.code}/subscriptions`);
    await customer.submit(`/account/subscriptions/${textOf(xml?.children[0], 'uuid')}/cancel`);
    const { html } = await customer.arrive('/account?done=canceled');
    const [, notices = ''] = /<div class="notices">(.*?)<div class="columns">/s.exec(html) ?? [];
    expect(notices).toMatch(
      /^<p class="done"[^>]*>Your subscription is canceled\.<\/p><section class="alert"[^>]*><h2[^>]*>A payment did not go through/,
    );
    expect(notices.match(/role="status"/g)).toHaveLength(1);
  });

  it('take a US bank account of a customer elsewhere, with its own address', async () => {
    const address = '<address><address1>Domkloster 4</address1><zip>50667</zip><country>DE</country></address>';
    const customer = await newCustomer(service, { account: address, card: { country: 'DE', postal_code: '50667' } });
    const options = (html: string) => /<select id="country".*?<\/select>/s.exec(html)?.[0] ?? '';
    expect(options((await customer.get(PATH)).html)).toContain('value="DE" selected');
    const { html } = await customer.get(`${PATH}?with=bank`);
    expect(options(html).match(/<option[^>]*>/g)).toEqual(['<option value="US" selected>']);
    expect(textIn(html)).toContain('A US bank account needs an address in the United States.');
    expect(html).not.toContain('50667');
    expect(html).not.toContain('Domkloster');
  });

  it('show what the holder of a bank account agrees to, and keep it with the account and as a note', async () => {
    const customer = await newCustomer(service);
    const { html } = await customer.get(`${PATH}?with=bank`);
    const [, id = ''] = /data-service="authorization" value="([\w-]+)"/.exec(html) ?? [];
    const text = 'By submitting this bank account, you authorize Tideline to debit it';
    expect(textIn(html)).toContain(text);
    const fields = {
      key: 'demo-public-key',
      routing_number: '123456780',
      account_number: '111111111',
      account_number_confirmation: '111111111',
      account_type: 'checking',
      name_on_account: 'Ada',
    };
    const exchange = async (authorization: string) => {
      const body = new URLSearchParams({ ...fields, authorization });
      return (await (await fetch(new URL('/js/v1/tokens', service.browserUrl), { method: 'POST', body })).json()) as {
        id?: string;
      };
    };
    expect(JSON.stringify(await exchange('en-0000000000000000'))).toContain('names another text');
    const { id: token = '' } = await exchange(id);
    expect((await customer.submit(PATH, { token })).location).toMatch(/done/);
    const info = (await service.api('GET', `/v2/accounts/${customer.code}/billing_info`)).xml;
    expect(textOf(info, 'bank_account_authorization')).toContain(text);
    expect(textOf(info, 'bank_account_authorized_at')).toMatch(/^20\d\d-/);
    expect((await service.api('GET', `/v2/accounts/${customer.code}/notes`)).text).toContain(text);
  });

  describe('of a site that offers direct debits', () => {
    beforeAll(async () => {
      await service.changeDemoSite({ bank_debits: ['bank_account', 'sepa', 'bacs', 'becs'] });
      // The browser API remembers a site for five seconds.
      service.clock.advance({ seconds: 5 });
    });
    afterAll(() => service.changeDemoSite({ bank_debits: ['bank_account'] }));

    it('offer the schemes of the currencies that the site sells in, each at its own address', async () => {
      const customer = await newCustomer(service);
      const { html } = await customer.get(PATH);
      const tabs = [.../<nav class="tabs".*?<\/nav>/s.exec(html)![0].matchAll(/href="([^"]*)"/g)].map(
        ([, href]) => href,
      );
      const sold = (await service.service.opened.sites.find('demo'))?.currencies ?? [];
      const offered = [
        ['USD', 'bank'],
        ['EUR', 'sepa'],
        ['GBP', 'bacs'],
        ['AUD', 'becs'],
      ].filter(([currency = '']) => sold.includes(currency));
      expect(offered.length).toBeGreaterThan(2);
      expect(tabs).toEqual([PATH, ...offered.map(([, name]) => `${PATH}?with=${name}`)]);
    });

    it.each([
      [
        'sepa',
        'de',
        'Mit der Angabe dieser IBAN ermächtigen Sie (A) Tideline',
        { iban: 'DE89 3704 0044 0532 0130 00' },
      ],
      [
        'bacs',
        'en',
        'The Direct Debit Guarantee protects you',
        { type: 'bacs', sort_code: '20-00-00', account_number: '55779911', account_number_confirmation: '55779911' },
      ],
    ])('show the mandate of %s in %s, and keep it with the account', async (scheme, locale, text, numbers) => {
      const customer = await newCustomer(service, { account: `<preferred_locale>${locale}</preferred_locale>` });
      const { html } = await customer.get(`${PATH}?with=${scheme}`);
      expect(textIn(html)).toContain(text);
      for (const name of Object.keys(numbers)) expect(html).toContain(`data-service="${name}"`);
      expect(html).not.toContain('data-service="routing_number"');
      const [, authorization = ''] = /data-service="authorization" value="([\w-]+)"/.exec(html) ?? [];
      const fields = { key: 'demo-public-key', name_on_account: 'Ada', country: 'GB', ...numbers };
      const body = new URLSearchParams({ ...fields, authorization });
      const answer = await fetch(new URL('/js/v1/tokens', service.browserUrl), { method: 'POST', body });
      const { id: token = '' } = (await answer.json()) as { id?: string };
      const done = await customer.submit(PATH, { token });
      expect(done.location, `${token} ${textIn(done.html)}`).toMatch(/done/);
      const info = (await service.api('GET', `/v2/accounts/${customer.code}/billing_info`)).xml;
      expect(info?.attributes.get('type')).toBe(scheme);
      expect(textOf(info, 'bank_account_authorization')).toContain(text);
      expect((await service.api('GET', `/v2/accounts/${customer.code}/notes`)).text).toContain(text);
      const end = Object.values(numbers)[scheme === 'sepa' ? 0 : 2]?.slice(-4);
      expect(textIn((await customer.get(PATH)).html)).toContain(end === '0 00' ? '3000' : end);
    });
  });

  it('say what is wrong with a token, and store nothing', async () => {
    const customer = await newCustomer(service);
    for (const token of ['', 'unknown']) {
      const refused = await customer.submit(PATH, { token });
      expect(refused.status).toBe(422);
      expect(textIn(refused.html)).toContain('Enter them again.');
    }
    const token = await card({ number: '5555 5555 5555 4444' });
    expect((await customer.submit(PATH, { token })).location).toBe('/account?done=payment');
    expect(await overviewOf(customer)).toContain('MasterCard ending in 4444');
    expect((await customer.submit(PATH, { token })).status).toBe(422);
    expect(service.logged.join('')).not.toContain(token);
  });

  it('keep what was entered while the bank has not answered an earlier attempt', async () => {
    const customer = await newCustomer(service);
    const silent = await customer.submit(PATH, { token: await card({ number: '4000 0000 0000 0309' }) });
    expect(silent.status).toBe(422);
    expect(textIn(silent.html)).toContain(
      'Your bank could not check this at the moment. Nothing was charged. Try again in a minute.',
    );
    const token = await card({ number: '5555 5555 5555 4444' });
    const early = await customer.submit(PATH, { token });
    expect(early.status).toBe(409);
    expect(textIn(early.html)).toContain('An earlier attempt is still being checked with your bank.');
    expect(early.html).toMatch(/class="problem" role="alert" tabindex="-1"/);
    expect(early.html).toContain('data-service="number"');

    service.clock.advance({ seconds: 61 });
    const retry = formIn(early.html, PATH);
    expect(retry.token).toBe(token);
    expect((await customer.post(PATH, retry)).location).toBe('/account?done=payment');
    expect(await overviewOf(customer)).toContain('MasterCard ending in 4444');
  });

  it('collect an overdue invoice, at most once an hour', async () => {
    const customer = await pastDue();
    const number = textOf((await invoicesOf(customer))[0], 'invoice_number') ?? '';
    const page = `/account/invoices/${number}`;
    expect(textIn((await customer.get(page)).html)).toContain('Pay $21.74');
    const declined = await customer.submit(page, {}, `${page}/pay`);
    expect(declined.status).toBe(422);
    expect(textIn(declined.html)).toMatch(/declined the payment|not enough money/);
    const early = await customer.submit(page, {}, `${page}/pay`);
    expect(textIn(early.html)).toContain('once an hour');
  });

  /** The action token that a page shows the challenge of. */
  const challengeIn = ({ status, html, headers }: { status: number; html: string; headers: Headers }): string => {
    expect([status, textIn(html)]).toEqual([200, expect.stringContaining('Confirm your payment')]);
    expect(headers.get('content-security-policy')).toContain(`frame-src ${service.browserUrl.replace(/\/$/, '')}; `);
    return / data-token="(\w+)"/.exec(html)?.[1] ?? '';
  };

  it('let the customer confirm a renewal to the bank, and pay it once', async () => {
    const customer = await newCustomer(service);
    const bank = customerOf(() => service);
    expect((await customer.submit(PATH, { token: await card({ number: CHALLENGED_LATER }) })).location).toMatch(/done/);
    await travel(MONTH);
    const number = textOf((await invoicesOf(customer))[0], 'invoice_number') ?? '';
    const page = `/account/invoices/${number}`;
    const shown = textIn((await customer.get(page)).html);
    expect(shown).toContain('Your bank asks you to confirm this payment.');
    expect(shown).toContain('Confirm and pay $21.74');

    const first = challengeIn(await customer.submit(page, {}, `${page}/pay`));
    // Another press continues the same challenge.
    expect(challengeIn(await customer.submit(page, {}, `${page}/pay`))).toBe(first);
    const wrong = await customer.submit(page, { result: 'unknown' }, `${page}/pay`);
    expect([wrong.status, textIn(wrong.html)]).toEqual([422, expect.stringContaining('did not confirm this payment')]);
    const result = await bank.confirm(first);
    expect((await customer.submit(page, { result }, `${page}/pay`)).location).toBe('/account?done=paid');
    expect((await invoicesOf(customer)).map((one) => textOf(one, 'state'))).toEqual(['paid', 'paid']);
    expect(service.logged.join('')).not.toContain(result);
  });

  it('let the customer confirm a new card to the bank', async () => {
    const customer = await newCustomer(service);
    const token = await card({ number: CHALLENGED });
    const submitted = await customer.submit(PATH, { token });
    expect(submitted.html).toContain(`<input type="hidden" name="token" value="${token}">`);
    const result = await customerOf(() => service).confirm(challengeIn(submitted));
    expect((await customer.submit(PATH, { token, result })).location).toBe('/account?done=payment');
    expect(await overviewOf(customer)).toContain('Visa ending in 3220');
  });

  it('show invoices as they are printed', async () => {
    const ada = await newCustomer(service);
    const number = textOf((await invoicesOf(ada))[0], 'invoice_number') ?? '';
    const list = textIn((await ada.get('/account/invoices')).html);
    expect(list).toContain(`Invoice ${number}`);
    // 19.99 and 5.00 of setup fee, with 8.75 % of tax, 2.19.
    expect(list).toContain('$27.18');
    const text = textIn((await ada.get(`/account/invoices/${number}`)).html);
    expect(text).toMatch(/Paid on .*CA sales tax \(8\.75%\) \$2\.19 Total \$27\.18/);
  });

  it('serve the PDF of an invoice', async () => {
    const ada = await newCustomer(service);
    const number = textOf((await invoicesOf(ada))[0], 'invoice_number') ?? '';
    const pdf = await ada.get(`/account/invoices/${number}/pdf`);
    expect([pdf.status, pdf.headers.get('content-type')]).toEqual([200, 'application/pdf']);
    expect(pdf.html.slice(0, 5)).toBe('%PDF-');
  });

  it('show invoices to their own account only', async () => {
    const [ada, bob] = [await newCustomer(service), await newCustomer(service)];
    const number = textOf((await invoicesOf(ada))[0], 'invoice_number') ?? '';
    for (const path of ['', '/pdf']) expect((await bob.get(`/account/invoices/${number}${path}`)).status).toBe(404);
    expect((await bob.get('/account/invoices')).html).not.toContain(`/account/invoices/${number}"`);
  });

  it.each([
    ['en', 'This invoice was closed without being paid.'],
    ['de', 'Diese Rechnung wurde geschlossen, ohne dass sie bezahlt wurde.'],
  ])('say in words, in %s, that an invoice was written off', async (locale, said) => {
    const customer = await pastDue();
    await customer.submit('/account/details', { email: 'ada@example.com', preferred_locale: locale });
    const number = textOf((await invoicesOf(customer))[0], 'invoice_number') ?? '';
    const failed = await service.api('PUT', `/v2/invoices/${number}/mark_failed`);
    expect(failed.status, failed.text).toBe(200);
    expect(textIn((await customer.get(`/account/invoices/${number}`)).html)).toContain(said);
  });

  it('name the setup fee in the language of the account, while the API keeps its description', async () => {
    const customer = await newCustomer(service, { account: '<preferred_locale>de</preferred_locale>' });
    const number = textOf((await invoicesOf(customer))[0], 'invoice_number') ?? '';
    expect(textIn((await customer.get(`/account/invoices/${number}`)).html)).toContain('Tideline: Einrichtungsgebühr');
    const stored = await service.api('GET', `/v2/invoices/${number}`, undefined, { 'Accept-Language': 'de' });
    expect(stored.text).toContain('<description>Tideline: setup fee</description>');
  });

  it('edit the details by the rules of the account, and keep what was typed', async () => {
    const customer = await newCustomer(service);
    const wrong = { email: 'ada', company_name: 'x'.repeat(300), country: 'XX', city: 'Köln', phone: '' };
    const refused = await customer.submit('/account/details', wrong);
    expect(refused.status).toBe(422);
    const text = textIn(refused.html);
    expect(text).toContain('Enter an email address, such as name@example.com.');
    expect(text).toContain('Use at most 255 characters.');
    expect(text).toContain('Choose one from the list.');
    expect(refused.html).toContain('value="Köln"');

    const nowhere = await customer.submit('/account/details', { country: 'US', zip: 'ABC' });
    expect(nowhere.status).toBe(422);
    expect(nowhere.html).toMatch(/id="zip"[^>]*aria-invalid="true"/);
    expect(textIn(nowhere.html)).toContain('The country has no such postal code. Enter one like 94105.');
    const unreachable = { first_name: 'x'.repeat(300), city: 'Köln', country: '', phone: 'none' };
    const said = textIn((await customer.submit('/account/details', unreachable)).html);
    expect(said).toContain('Use at most 255 characters.');
    expect(said).toContain('Choose the country of the address.');
    expect(said).toContain('Enter a phone number, such as +1 415 555 0100.');
    const german =
      '<account><vat_number>DE136695976</vat_number><address><country>DE</country><zip>50667</zip></address></account>';
    expect((await service.api('PUT', `/v2/accounts/${customer.code}`, german)).status).toBe(200);
    const abroad = { email: 'ada@example.com', country: 'AU', zip: '2000', city: 'Sydney' };
    const moved = await customer.submit('/account/details', abroad);
    expect(moved.html).toMatch(/id="country"[^>]*aria-invalid="true"/);
    expect(textIn(moved.html)).toContain(
      'Your VAT number belongs to another country. Ask us to change the number and the country.',
    );
    await service.api('PUT', `/v2/accounts/${customer.code}`, '<account><vat_number/></account>');
    const long = await customer.submit('/account/details', { phone: '1'.repeat(51), city: '' });
    expect(textIn(long.html)).toContain('Use at most 50 characters.');
    expect(textIn(long.html)).not.toContain('Choose the country');
    const lost = await customer.get('/account/nothing/here');
    expect(lost.status).toBe(404);
    expect(lost.html).toContain('<a href="/account">');
    const saved = await customer.submit('/account/details', {
      email: 'grace@example.com',
      first_name: 'Grace',
      city: 'Köln',
      country: 'DE',
      preferred_locale: 'de',
      preferred_time_zone: 'Europe/Berlin',
    });
    expect(saved.location, textIn(saved.html)).toBe('/account?done=details');
    const newest = { 'X-Api-Version': '2.29' };
    const account = (await service.api('GET', `/v2/accounts/${customer.code}`, undefined, newest)).xml;
    expect(textOf(account, 'preferred_time_zone')).toBe('Europe/Berlin');
    expect(textIn((await customer.get('/account/details')).html)).toContain('Zeitzone des Verkäufers');
    const unknown = await customer.submit('/account/details', { preferred_time_zone: 'Europe/Nowhere' });
    expect(unknown.status).toBe(422);
    expect(textOf(account, 'email')).toBe('grace@example.com');
    expect(textOf(account, 'preferred_locale')).toBe('de');
    expect(textOf(account, 'address', 'city')).toBe('Köln');
    expect(within(account, 'company_name')?.children).toEqual([]);
    expect(textIn((await customer.get('/account')).html)).toContain('Köln');
  });

  it.each([
    ['US', 'San Francisco', 'CA', '94105', 'San Francisco, CA 94105 United States'],
    ['DE', 'Köln', '', '50667', '50667 Köln Germany'],
    ['GB', 'London', '', 'SW1A 1AA', 'London SW1A 1AA United Kingdom'],
  ])('show the address as it is written in %s', async (country, city, state, zip, shown) => {
    const customer = await newCustomer(service);
    const address = { address1: '1 Harbour Road', city, state, zip, country };
    const saved = await customer.submit('/account/details', { email: 'ada@example.com', ...address });
    expect(saved.location, textIn(saved.html)).toBe('/account?done=details');
    expect(textIn((await customer.get('/account')).html)).toContain(`1 Harbour Road ${shown}`);
  });
});
