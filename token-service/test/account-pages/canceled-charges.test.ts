import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accountWordsByLanguage } from '../../src/documents/messages/account-words.ts';
import { formatsFor } from '../../src/documents/messages/formats.ts';
import { fresh, startTestService, type TestService, textOf, within } from '../service.ts';
import { type Customer, newCustomer, signedIn, textIn } from './customer.ts';

const DAY = 86_400;
type Language = keyof typeof accountWordsByLanguage;
type Sentence = keyof (typeof accountWordsByLanguage)['en']['afterEnd'];

/** A subscription that is canceled, and what is said of its charges, with an amount in cents where there is one. */
interface Case {
  readonly language: Language;
  readonly said: readonly (readonly [sentence: Sentence, cents?: number])[];
  /** Sells it and brings it into its state. */
  readonly open: () => Promise<Customer>;
  /** Cancels it otherwise than on the page, which has no such choice. */
  readonly cancel?: (uuid: string) => Promise<unknown>;
  /** Ends at once, with mail that says nothing of charges. */
  readonly ends?: boolean;
  readonly after?: (uuid: string, customer: Customer) => Promise<unknown>;
}

/** The page that asks, the mail, the overview and what happens then: all agree. */
describe('what is still charged after a cancellation', () => {
  let service: TestService;
  let metered = '';
  beforeAll(async () => {
    service = await startTestService({ env: { RATE_LIMIT: 'off' } });
    metered = fresh('metered');
    const unit = await send(
      'POST',
      '/v2/measured_units',
      '<measured_unit><name>gb</name><display_name>GB</display_name></measured_unit>',
    );
    const price = '<unit_amount_in_cents><USD>1000</USD></unit_amount_in_cents>';
    await send('POST', '/v2/plans', `<plan><plan_code>${metered}</plan_code><name>Metered</name>${price}</plan>`);
    await send(
      'POST',
      `/v2/plans/${metered}/add_ons`,
      `<add_on><add_on_code>gb</add_on_code><name>GB</name><add_on_type>usage</add_on_type><usage_type>price</usage_type>` +
        `<measured_unit_id>${textOf(unit.xml, 'id')}</measured_unit_id>${price}</add_on>`,
    );
  });
  afterAll(() => service?.close());

  const send = async (method: string, path: string, body?: string) => {
    const answer = await service.api(method, path, body);
    expect(answer.status, `${method} ${path}: ${answer.text}`).toBeLessThan(300);
    return answer;
  };
  const travel = (days: number) =>
    send('PUT', '/v2/sandbox/clock', `<clock><advance_in_seconds>${days * DAY}</advance_in_seconds></clock>`);
  const stored = async (code: string, state = 'live') =>
    (await send('GET', `/v2/accounts/${code}/subscriptions?state=${state}`)).xml?.children ?? [];
  const uuidOf = async ({ code }: Customer) => textOf((await stored(code)).at(-1), 'uuid') ?? '';
  const cardOf = (number: string) => service.token({ country: 'US', postal_code: '94105', number });
  const charge = (cents: number) =>
    `<adjustment><unit_amount_in_cents>${cents}</unit_amount_in_cents><currency>USD</currency></adjustment>`;
  const invoicesOf = async ({ code }: Customer): Promise<string[]> =>
    ((await send('GET', `/v2/accounts/${code}/invoices`)).xml?.children ?? [])
      .filter((invoice) => textOf(invoice, 'type') === 'charge')
      .map((invoice) => textOf(invoice, 'invoice_number') ?? '');
  const latestMail = async ({ code }: Customer) => {
    const mails = within((await send('GET', `/v2/sandbox/mailboxes/${code}`)).xml, 'mails')?.children ?? [];
    return { kind: textOf(mails[0], 'kind'), text: (textOf(mails[0], 'text') ?? '').replaceAll(/\s+/g, ' ') };
  };
  const pause = async (customer: Customer, periods: string) =>
    customer.submit(`/account/subscriptions/${await uuidOf(customer)}/pause`, { periods });

  /** Sells the plan at an address in California. */
  const buy = async (billing: string, terms = ''): Promise<Customer> => {
    const code = fresh('customer');
    const address = '<address1>1 Pier</address1><city>San Francisco</city><state>CA</state><zip>94105</zip>';
    const where = `${address}${billing}`;
    const sold = terms ? `<address>${where}</address>` : `<billing_info>${where}</billing_info>`;
    await send(
      'POST',
      '/v2/purchases',
      `<purchase>${terms}<account><account_code>${code}</account_code><email>ada@example.com</email>${sold}</account>` +
        '<currency>USD</currency><subscriptions><subscription><plan_code>tideline</plan_code></subscription></subscriptions></purchase>',
    );
    return signedIn(service, code);
  };

  const CASES: Readonly<Record<string, Case>> = {
    'a paid one': { language: 'en', said: [['noCharge']], open: () => newCustomer(service) },
    'a past-due one': {
      language: 'de',
      // 19.99 with 8.75 % of tax.
      said: [['owed', 2174], ['noMore']],
      async open() {
        const customer = await newCustomer(service);
        await customer.submit('/account/payment-method', { token: await cardOf('4000 0000 0000 0341') });
        await travel(31);
        return signedIn(service, customer.code);
      },
    },
    'one whose invoice waits for a transfer': {
      language: 'es',
      // The setup fee of 5.00 too.
      said: [['owed', 2718], ['noMore']],
      open: () =>
        buy('<country>US</country>', '<collection_method>manual</collection_method><net_terms>30</net_terms>'),
    },
    'one whose bank debit is under way': {
      language: 'fr',
      said: [['underWay', 2718], ['noMore']],
      open: () =>
        buy(
          '<name_on_account>Ada</name_on_account><routing_number>123456780</routing_number>' +
            '<account_number>111111111</account_number><account_type>checking</account_type><country>US</country>',
        ),
    },
    'one with usage': {
      language: 'it',
      said: [['usage']],
      open: () =>
        newCustomer(service, {
          plan: metered,
          subscription:
            '<subscription_add_ons><subscription_add_on><add_on_code>gb</add_on_code></subscription_add_on></subscription_add_ons>',
        }),
      after: (uuid) => send('POST', `/v2/subscriptions/${uuid}/add_ons/gb/usage`, '<usage><amount>3</amount></usage>'),
    },
    'a trial': { language: 'nl', said: [['noCharge']], open: () => newCustomer(service, { plan: 'tideline-trial' }) },
    'one with a planned pause': {
      language: 'pt',
      said: [['noCharge']],
      async open() {
        const customer = await newCustomer(service);
        await pause(customer, '2');
        return customer;
      },
    },
    'a paused one': {
      language: 'en',
      said: [['noCharge']],
      ends: true,
      async open() {
        const customer = await newCustomer(service);
        await pause(customer, '3');
        await travel(40);
        return signedIn(service, customer.code);
      },
    },
    'one with a change that is planned': {
      language: 'de',
      said: [['noCharge']],
      async open() {
        const customer = await newCustomer(service);
        const change = '<subscription><timeframe>bill_date</timeframe><quantity>5</quantity></subscription>';
        await send('PUT', `/v2/subscriptions/${await uuidOf(customer)}`, change);
        return customer;
      },
    },
    'one that has not started': {
      language: 'es',
      said: [['noCharge']],
      open: () => newCustomer(service, { subscription: '<starts_at>2036-01-01T00:00:00Z</starts_at>' }),
    },
    'one with charges that are not invoiced': {
      language: 'fr',
      said: [['uninvoiced', 700], ['noMore']],
      async open() {
        const customer = await newCustomer(service);
        await send('POST', `/v2/accounts/${customer.code}/adjustments`, charge(700));
        return customer;
      },
    },
    'one that was refunded': {
      language: 'it',
      said: [['noCharge']],
      async open() {
        const customer = await newCustomer(service);
        const [number] = await invoicesOf(customer);
        await send(
          'POST',
          `/v2/invoices/${number}/refund`,
          '<invoice><amount_in_cents>1000</amount_in_cents></invoice>',
        );
        return customer;
      },
    },
    'one whose term has more periods': {
      language: 'nl',
      said: [['renews']],
      open: () => newCustomer(service, { subscription: '<total_billing_cycles>3</total_billing_cycles>' }),
      cancel: (uuid) => send('PUT', `/v2/subscriptions/${uuid}/cancel?timeframe=term_end`),
    },
  };

  it.each(Object.entries(CASES))('%s', async (_, { language, said, open, cancel, ends = false, after }) => {
    const customer = await open();
    const locale = `<account><preferred_locale>${language}</preferred_locale></account>`;
    await send('PUT', `/v2/accounts/${customer.code}`, locale);
    const words = accountWordsByLanguage[language].afterEnd;
    const { money } = formatsFor(language, 'USD', 'UTC');
    const sentenceOf = ([name, cents]: Case['said'][number]): string => {
      const word = words[name];
      return (typeof word === 'string' ? word : word(money(cents ?? 0))).replaceAll(/\s+/g, ' ');
    };
    const expected = said.map(sentenceOf).join(' ');
    const others = (Object.keys(words) as Sentence[])
      .filter((name) => !said.some(([one]) => one === name))
      .map((name) => sentenceOf([name, 0]).split(money(0).replaceAll(/\s+/g, ' '))[0] ?? '');
    const check = (text: string, where: string) => {
      expect(text.replaceAll(/\s+/g, ' '), where).toContain(expected);
      for (const other of others.filter((other) => !expected.includes(other))) expect(text, where).not.toContain(other);
    };

    const uuid = await uuidOf(customer);
    const before = await invoicesOf(customer);
    if (cancel) await cancel(uuid);
    else {
      const page = `/account/subscriptions/${uuid}/cancel`;
      check(textIn((await customer.get(page)).html), 'page');
      const { location } = await customer.submit(page);
      expect(location).toBe(`/account?done=${ends ? 'ended' : 'canceled'}`);
    }
    const mail = await latestMail(customer);
    expect(mail.kind).toBe(ends ? 'subscription_expired' : 'subscription_canceled');
    if (!ends) check(mail.text, 'mail');
    const remains = (await stored(customer.code)).length > 0;
    if (remains) check(textIn((await customer.get('/account')).html), 'overview');

    await after?.(uuid, customer);
    await travel(100);
    const billed = (await invoicesOf(customer)).filter((number) => !before.includes(number));
    const isBilled = said.some(([name]) => name === 'usage' || name === 'renews');
    expect(billed.length > 0, `invoices ${billed} afterwards`).toBe(isBilled);
  });

  it('says nothing of keeping it where the site does not offer that', async () => {
    const customer = await newCustomer(service);
    const { account_pages } = (await service.service.opened.sites.find('demo')) ?? { account_pages: [] };
    const cancel = async (who: Customer) => {
      await send('PUT', `/v2/subscriptions/${await uuidOf(who)}/cancel`);
      return (await latestMail(who)).text;
    };
    expect(await cancel(customer)).toContain('you can choose “Keep subscription” in your account');
    await service.changeDemoSite({ account_pages: account_pages.filter((offer) => offer !== 'reactivate') });
    expect(await cancel(await newCustomer(service))).not.toContain('Keep subscription');
    await service.changeDemoSite({ account_pages });
  });
});
