import { LATEST } from '@service/billing/resources/version.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { type ApiResponse, findings, fresh, textOf, within } from '../service.ts';
import { onBothEngines } from './engines.ts';
import { openShop, type SubscriptionShop } from './subscription-shop.ts';
import { BACKUP } from './wallet-shop.ts';

const SEPA = '<iban>DE89 3704 0044 0532 0130 00</iban>';
const BACS = '<type>bacs</type><sort_code>20-00-00</sort_code><account_number>55779911</account_number>';
const BECS = '<type>becs</type><bsb_code>062-000</bsb_code><account_number>123456</account_number>';

/** Accounts whose holders gave a mandate for debits in euros, pounds and Australian dollars. */
onBothEngines('a direct debit', (service) => {
  let shop: SubscriptionShop;
  beforeAll(async () => {
    shop = await openShop(service(), { currencies: ['EUR', 'GBP', 'AUD', 'USD'] }, LATEST);
  });

  const info = (account: string, holder = '<name_on_account>Ada Lovelace</name_on_account>') =>
    `<billing_info>${holder}${account}</billing_info>`;
  const put = (code: string, body: string, headers = {}) =>
    shop.api('PUT', `/v2/accounts/${code}/billing_info`, body, headers);
  const buy = (code: string, currency: string, account = '') =>
    shop.api(
      'POST',
      '/v2/purchases',
      `<purchase><account><account_code>${code}</account_code>${account}</account><currency>${currency}</currency><adjustments><adjustment><unit_amount_in_cents>4200</unit_amount_in_cents></adjustment></adjustments></purchase>`,
    );
  const refused = (answer: ApiResponse) => [answer.status, ...findings(answer.xml)];
  const days = async (count: number) => {
    const advance = `<clock><advance_in_seconds>${count * 86_400}</advance_in_seconds></clock>`;
    expect((await shop.api('PUT', '/v2/sandbox/clock', advance)).status).toBe(200);
  };
  const bought = async (answer: ApiResponse) => {
    expect(answer.status, answer.text).toBe(200);
    const invoice = within(answer.xml, 'charge_invoice');
    const number = textOf(invoice, 'invoice_number');
    const uuid = textOf(within(invoice, 'transactions')?.children[0], 'uuid');
    return async () => [
      textOf((await shop.api('GET', `/v2/transactions/${uuid}`)).xml, 'status'),
      textOf((await shop.api('GET', `/v2/invoices/${number}`)).xml, 'state'),
    ];
  };

  it.each([
    ['sepa', SEPA, 'last_two', '00', 'EUR'],
    ['bacs', BACS, 'last_four', '9911', 'GBP'],
    ['becs', BECS, 'last_four', '3456', 'AUD'],
  ])(
    'by %s is stored without its numbers, and pays its currency days later',
    async (type, account, shown, end, currency) => {
      const code = await shop.account('');
      const stored = await put(code, info(account));
      expect(stored.status, stored.text).toBe(201);
      expect(stored.xml?.attributes.get('type')).toBe(type);
      expect(stored.xml?.children.map(({ name }) => name)).not.toContain('type');
      expect([textOf(stored.xml, shown), textOf(stored.xml, 'name_on_account')]).toEqual([end, 'Ada Lovelace']);
      expect(textOf(stored.xml, 'mandate_reference')).toMatch(/^TEST-\w{8}$/);
      for (const name of ['iban', 'sort_code', 'bsb_code', 'account_number', 'routing_number', 'last_name'])
        expect(within(stored.xml, name), name).toBeUndefined();
      const states = await bought(await buy(code, currency));
      expect(await states()).toEqual(['scheduled', 'processing']);
      await days(1);
      expect(await states()).toEqual(['processing', 'processing']);
      await days(2);
      expect(await states()).toEqual(['success', 'paid']);
    },
  );

  it.each([
    ['sepa', SEPA],
    ['bacs', BACS],
    ['becs', BECS],
    [
      'bank_account',
      '<routing_number>123456780</routing_number><account_number>111111111</account_number><account_type>checking</account_type>',
    ],
  ])('by %s is refused at once in another currency, wherever it is to pay', async (type, account) => {
    const currency = type === 'sepa' ? 'GBP' : 'EUR';
    const wrong = 'purchase.currency invalid';
    const asked = service().gatewayCalls.length;
    const unknown = fresh('other');
    const brought = await buy(unknown, currency, info(account));
    expect([refused(brought), brought.text.includes('SEPA in EUR')]).toEqual([[422, wrong], true]);
    expect((await shop.api('GET', `/v2/accounts/${unknown}`)).status).toBe(404);
    expect(service().gatewayCalls.length).toBe(asked);

    const code = await shop.account(info(account));
    expect(refused(await buy(code, currency))).toEqual([422, wrong]);
    const plan = await shop.plan(
      '<unit_amount_in_cents><EUR>3000</EUR><GBP>3000</GBP></unit_amount_in_cents><trial_interval_length>7</trial_interval_length><trial_interval_unit>days</trial_interval_unit>',
    );
    const order = `<subscription><plan_code>${plan}</plan_code><currency>${currency}</currency><account><account_code>${code}</account_code></account>`;
    for (const path of ['/v2/subscriptions', '/v2/subscriptions/preview'])
      expect(refused(await shop.api('POST', path, `${order}</subscription>`))).toEqual([
        422,
        'subscription.currency invalid',
      ]);
    const manual = `${order}<collection_method>manual</collection_method></subscription>`;
    expect((await shop.api('POST', '/v2/subscriptions', manual)).status).toBe(201);

    const card = `<billing_info><first_name>A</first_name><last_name>B</last_name><number>4111111111111111</number><month>12</month><year>2040</year><primary_payment_method>true</primary_payment_method></billing_info>`;
    const wallet = `/v2/accounts/${code}/billing_infos`;
    expect((await shop.api('POST', wallet, card)).status).toBe(201);
    const methods = (await shop.api('GET', wallet)).xml?.children ?? [];
    const debit = textOf(
      methods.find((one) => one.attributes.get('type') === type),
      'uuid',
    );
    const named = `<billing_info_uuid>${debit}</billing_info_uuid>`;
    const subscribed = await shop.api('POST', '/v2/subscriptions', `${order}<bulk>true</bulk></subscription>`);
    expect(subscribed.status, subscribed.text).toBe(201);
    const path = `/v2/subscriptions/${textOf(subscribed.xml, 'uuid')}`;
    const bound = await shop.api('PUT', path, `<subscription>${named}</subscription>`);
    expect(refused(bound)).toEqual([422, 'subscription.billing_info_uuid invalid']);
    const invoice = textOf(within((await buy(code, currency)).xml, 'charge_invoice'), 'invoice_number');
    const edited = await shop.api('PUT', `/v2/invoices/${invoice}`, `<invoice>${named}</invoice>`);
    expect(refused(edited)).toEqual([422, 'invoice.billing_info_uuid invalid']);
  });

  it('shows of an IBAN only the last two characters, on transactions too', async () => {
    const { xml } = await buy(fresh('shown'), 'EUR', info(SEPA));
    const uuid = textOf(within(xml, 'charge_invoice', 'transactions')?.children[0], 'uuid');
    const at = async (version: string) =>
      within(
        (await shop.api('GET', `/v2/transactions/${uuid}`, undefined, { 'X-Api-Version': version })).xml,
        'details',
        'account',
        'billing_info',
      );
    expect([textOf(await at('2.26'), 'last_two'), within(await at('2.26'), 'last_four')]).toEqual(['00', undefined]);
    expect([within(await at('2.25'), 'last_two'), within(await at('2.25'), 'last_four')]).toEqual([
      undefined,
      undefined,
    ]);
  });

  it.each([
    ['iban', SEPA],
    ['sort_code', BACS],
    ['bsb_code', BECS],
    ['account_number', BACS],
    ['number', SEPA],
    [
      'routing_number',
      '<routing_number>123456780</routing_number><account_number>111111111</account_number><account_type>checking</account_type>',
    ],
    ['token_id', SEPA],
    ['paypal_billing_agreement_id', SEPA],
  ])('stays where an update has an empty %s, and the update is refused', async (name, account) => {
    const code = await shop.account(info(account));
    const before = (await shop.api('GET', `/v2/accounts/${code}/billing_info`)).text;
    for (const empty of [`<${name}></${name}>`, `<${name} nil="nil"/>`])
      expect(refused(await put(code, info(`${empty}<city>Cork</city>`)))).toEqual([422, `billing_info.${name} blank`]);
    expect((await shop.api('GET', `/v2/accounts/${code}/billing_info`)).text).toBe(before);
    const sale = await buy(code, 'EUR', info(`<${name}></${name}>`));
    expect(refused(sale)).toContain(`purchase.account.billing_info.${name} blank`);
  });

  it('needs its number for another bank, or another type of account', async () => {
    const us =
      '<routing_number>123456780</routing_number><account_number>111111111</account_number><account_type>checking</account_type>';
    const code = await shop.account(info(us));
    for (const other of ['<routing_number>021000021</routing_number>', '<account_type>savings</account_type>'])
      expect(refused(await put(code, info(other)))).toEqual([422, 'billing_info.account_number blank']);
    const same = '<routing_number>123456780</routing_number><account_type>checking</account_type><city>Cork</city>';
    expect(textOf((await put(code, info(same))).xml, 'city')).toBe('Cork');
  });

  it.each([
    ['SEPA', '<iban>DE62370400440532013001</iban>', 'EUR', ['failed', 'past_due']],
    ['BACS', BACS.replace('55779911', '11111112'), 'GBP', ['failed', 'past_due']],
    ['BECS', BECS.replace('123456', '111111112'), 'AUD', ['failed', 'past_due']],
  ])('by %s that the bank returns leaves the invoice past due', async (_, account, currency, after) => {
    const code = fresh('returned');
    const states = await bought(await buy(code, currency, info(account)));
    await days(3);
    expect(await states()).toEqual(after);
  });

  it('that is charged back later leaves the invoice paid, and the amount on a credit invoice', async () => {
    const code = fresh('charged-back');
    const states = await bought(await buy(code, 'EUR', info('<iban>DE35370400440532013002</iban>')));
    await days(3);
    expect(await states()).toEqual(['success', 'paid']);
    await days(7);
    expect(await states()).toEqual(['void', 'paid']);
  });

  it('is charged once to the backup when the bank returns it', async () => {
    const code = await shop.account(info('<iban>DE62370400440532013001</iban>'));
    const card =
      '<billing_info><first_name>Ada</first_name><last_name>Lovelace</last_name><number>5555555555554444</number><month>12</month><year>2040</year>' +
      `${BACKUP}</billing_info>`;
    expect((await shop.api('POST', `/v2/accounts/${code}/billing_infos`, card)).status).toBe(201);
    const plan = await shop.plan('<unit_amount_in_cents><EUR>3000</EUR></unit_amount_in_cents>');
    const body = `<subscription><plan_code>${plan}</plan_code><currency>EUR</currency><account><account_code>${code}</account_code></account></subscription>`;
    const sold = await shop.api('POST', '/v2/subscriptions', body);
    expect(sold.status, sold.text).toBe(201);
    await days(3);
    const { xml } = await shop.api('GET', `/v2/accounts/${code}/transactions?type=purchase&sort=created_at&order=asc`);
    const payments = (xml?.children ?? []).map((one) =>
      [textOf(one, 'status'), one.attributes.get('type'), textOf(one, 'backup_payment_method_used')].join(' '),
    );
    expect(payments).toEqual(['failed sepa false', 'success credit_card true']);
  });

  it('keeps the mandate that the merchant names, and has another one for another account', async () => {
    const code = await shop.account('');
    const named = await put(code, info(`${SEPA}<mandate_reference>SHOP-7</mandate_reference>`));
    expect(textOf(named.xml, 'mandate_reference')).toBe('SHOP-7');
    const moved = await put(code, info('<city>Cork</city>', ''));
    expect([textOf(moved.xml, 'mandate_reference'), textOf(moved.xml, 'city')]).toEqual(['SHOP-7', 'Cork']);
    const other = await put(code, info('<iban>FR1420041010050500013M02606</iban>'));
    expect(textOf(other.xml, 'mandate_reference')).toMatch(/^TEST-/);
    const bankless =
      '<billing_info><first_name>A</first_name><last_name>B</last_name><number>4111111111111111</number><month>12</month><year>2040</year><mandate_reference>X</mandate_reference></billing_info>';
    expect(refused(await put(code, bankless))).toEqual([422, 'billing_info.mandate_reference present']);
  });

  describe('is refused, and nothing stored,', () => {
    it.each([
      ['a wrong check digit', '<iban>DE88370400440532013000</iban>', ['iban invalid']],
      ['another country', '<iban>BR1500000000000010932840814P2</iban>', ['iban invalid']],
      ['no IBAN', '<type>sepa</type>', ['iban blank']],
      ['five digits of a sort code', BACS.replace('20-00-00', '20-00-0'), ['sort_code invalid']],
      ['no sort code', BACS.replace(/<sort_code>.*<\/sort_code>/, ''), ['sort_code blank']],
      ['seven digits of a British account', BACS.replace('55779911', '5577991'), ['account_number invalid']],
      ['seven digits of a BSB code', BECS.replace('062-000', '062-0000'), ['bsb_code invalid']],
      ['four digits of an Australian account', BECS.replace('123456', '1234'), ['account_number invalid']],
      ['two schemes', `${SEPA}${BECS.replace('<type>becs</type>', '')}`, ['bsb_code present']],
      ['the type of another scheme', `${SEPA}<type>bacs</type>`, ['type invalid']],
    ])('with %s', async (_, account, expected) => {
      const code = await shop.account('');
      const answer = await put(code, info(account));
      expect(refused(answer)).toEqual([422, ...expected.map((one) => `billing_info.${one}`)]);
      expect(answer.text).not.toMatch(/DE88|BR15|5577|062-0000/);
      expect((await shop.api('GET', `/v2/accounts/${code}/billing_info`)).status).toBe(404);
      const sale = await buy(fresh('refused'), 'EUR', info(account));
      expect(refused(sale)).toEqual([422, ...expected.map((one) => `purchase.account.billing_info.${one}`)]);
    });

    it('without the holder’s name', async () => {
      const answer = await put(await shop.account(''), info(SEPA, ''));
      expect(refused(answer)).toEqual([422, 'billing_info.name_on_account blank']);
    });

    it('as an unknown type, which names the known ones', async () => {
      const answer = await put(await shop.account(''), info('<type>roku</type><account_number>1</account_number>'));
      expect(refused(answer)[1]).toBe('billing_info.type inclusion');
      expect(answer.text).toContain('credit_card, paypal, bank_account, sepa, bacs, becs');
    });
  });

  it('may name its type when it is sent back, and not another one', async () => {
    const code = await shop.account(info(SEPA));
    const same = await put(code, info('<type>sepa</type><city>Bonn</city>', ''));
    expect([same.status, textOf(same.xml, 'city')], same.text).toEqual([200, 'Bonn']);
    expect(refused(await put(code, info('<type>bacs</type>', '')))).toEqual([422, 'billing_info.type invalid']);
  });

  it('is accepted from the version on that brought its scheme', async () => {
    const code = await shop.account('');
    const at = async (version: string, account: string) =>
      (await put(code, info(account), { 'X-Api-Version': version })).status;
    const unnamed = (account: string) => account.replace(/<type>\w+<\/type>/, '');
    expect([await at('2.25', SEPA), await at('2.26', SEPA)]).toEqual([400, 201]);
    expect([await at('2.26', unnamed(BACS)), await at('2.27', BACS)]).toEqual([400, 200]);
    expect([await at('2.27', unnamed(BECS)), await at('2.28', BECS)]).toEqual([400, 200]);
  });
});
