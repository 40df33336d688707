import { expect, it } from 'vitest';
import { textOf, within } from '../service.ts';
import { onBothEngines } from './engines.ts';
import { openShop, type SubscriptionShop } from './subscription-shop.ts';

const GERMAN = '4000002760000016';
const FRENCH = '4000002500000003';

const card = (country: string, number: string, more = '') =>
  `<billing_info><first_name>Ada</first_name><last_name>Lovelace</last_name><number>${number}</number>` +
  `<month>12</month><year>2040</year><country>${country}</country><zip>10115</zip>${more}</billing_info>`;

onBothEngines('evidence of the place of supply', (service) => {
  const open = () =>
    openShop(service(), { seller_country: 'DE', tax_registrations: ['EU'], currencies: ['USD', 'EUR'] }, '2.29');

  const keepRate = ({ site }: SubscriptionShop, day: string, rate: string): Promise<void> =>
    service().service.opened.storage.transaction(site.id, ({ exchangeRates }) =>
      exchangeRates.keep([{ day, currency: 'USD', rate }]),
    );

  /** Returns the value of a column in a row of a report. */
  const cell = (row: ReturnType<typeof within>, column: string): string | undefined =>
    textOf(
      within(row, 'cells')?.children.find((one) => textOf(one, 'name') === column),
      'value',
    );

  const evidence = async (shop: SubscriptionShop, account: string, days = '') => {
    const { xml } = await shop.api('GET', `/v2/reports/tax_evidence?account_code=${account}&${days}`);
    const rows = within(xml, 'rows')?.children ?? [];
    const names = ['country', 'billing_country', 'ip_country', 'method_country', 'evidence'];
    return rows.map((row) => names.map((name) => cell(row, name) || '–').join(' '));
  };

  it('is kept with each invoice: billing address, IP address, and the country of the card that pays', async () => {
    const shop = await open();
    const plan = await shop.plan();
    const address = '<ip_address>203.0.113.9</ip_address><ip_address_country>DE</ip_address_country>';
    const agreeing = await shop.account(card('DE', GERMAN, address));
    const billing = (await shop.api('GET', `/v2/accounts/${agreeing}/billing_info`)).xml;
    expect([textOf(billing, 'ip_address_country'), textOf(billing, 'cc_bin_country')]).toEqual(['DE', 'DE']);
    await shop.subscribe(agreeing, plan);
    expect(await evidence(shop, agreeing)).toEqual(['DE DE DE DE agree']);

    const conflicting = await shop.account(card('DE', FRENCH));
    await shop.subscribe(conflicting, plan);
    expect(await evidence(shop, conflicting)).toEqual(['DE DE – FR conflict']);

    // No gateway says where this card is from.
    const alone = await shop.account(card('DE', '4111111111111111'));
    await shop.subscribe(alone, plan);
    expect(await evidence(shop, alone)).toEqual(['DE DE – – one_piece']);

    const { xml } = await shop.api('GET', '/v2/reports/tax');
    const [row] = within(xml, 'rows')?.children ?? [];
    expect([cell(row, 'lines'), cell(row, 'lines_unproved')]).toEqual(['3', '2']);
  });

  it('of a payment says what it was paid with, and does not change with the billing info', async () => {
    const shop = await open();
    const account = await shop.account(card('DE', GERMAN));
    await shop.subscribe(account, await shop.plan());
    const moved = await shop.api('PUT', `/v2/accounts/${account}/billing_info`, card('FR', FRENCH));
    expect(textOf(moved.xml, 'cc_bin_country')).toBe('FR');
    expect(await evidence(shop, account)).toEqual(['DE DE – DE agree']);
    const { xml } = await shop.api('GET', `/v2/accounts/${account}/transactions?type=purchase`);
    const paid = within(xml?.children[0], 'details', 'account', 'billing_info');
    expect(textOf(paid, 'cc_bin_country')).toBe('DE');
    // A renewal is sold to the customer where they are now.
    const clock = textOf((await shop.api('GET', '/v2/sandbox/clock')).xml, 'now') ?? '';
    await shop.travel(
      Temporal.Instant.from(clock)
        .add({ hours: 32 * 24 })
        .toString(),
    );
    const [latest = ''] = (await shop.invoices(account)).toReversed();
    const rows = await evidence(shop, account, `from=${clock.slice(0, 10)}&to=${latest.slice(0, 10)}`);
    expect(rows).toEqual(['DE DE – DE agree', 'FR FR – FR agree']);
  });

  it('loses the country of an IP address that is replaced without one', async () => {
    const shop = await open();
    const address = '<ip_address>203.0.113.9</ip_address><ip_address_country>DE</ip_address_country>';
    const account = await shop.account(card('DE', GERMAN, address));
    const put = async (inner: string) =>
      (await shop.api('PUT', `/v2/accounts/${account}/billing_info`, `<billing_info>${inner}</billing_info>`)).xml;
    expect(textOf(await put('<city>Bonn</city>'), 'ip_address_country')).toBe('DE');
    expect(textOf(await put('<ip_address>203.0.113.10</ip_address>'), 'ip_address_country')).toBe('');
  });

  it('a tax of another currency is stated in that of its country, by the rates of the day', async () => {
    const shop = await open();
    const account = await shop.account(card('DE', GERMAN));
    const plan = await shop.plan();
    const before = await shop.subscribe(account, plan);
    const latest = async () => (await shop.api('GET', `/v2/accounts/${account}/invoices?per_page=1`)).xml?.children[0];
    // Without stored rates there is none.
    expect(before && within(await latest(), 'reference_only_currency_conversion')).toBeUndefined();
    const day = (textOf(await latest(), 'created_at') ?? '').slice(0, 10);
    await keepRate(shop, day, '1.2');
    await shop.subscribe(account, await shop.plan());
    const invoice = await latest();
    const stated = (of: typeof invoice) =>
      ['currency', 'subtotal_in_cents', 'tax_in_cents'].map((name) =>
        textOf(within(of, 'reference_only_currency_conversion'), name),
      );
    // 30.00 and 5.70 USD at 1.2 USD for one euro.
    expect([textOf(invoice, 'subtotal_in_cents'), textOf(invoice, 'tax_in_cents')]).toEqual(['3000', '570']);
    expect(stated(invoice)).toEqual(['EUR', '2500', '475']);
    expect(stated(within(invoice, 'transactions')?.children[0])).toEqual(['EUR', '2500', '475']);
    // A refund has the rates of its invoice, also where others are stored since.
    await keepRate(shop, day, '1.5');
    const number = textOf(invoice, 'invoice_number');
    const refunded = await shop.api(
      'POST',
      `/v2/invoices/${number}/refund`,
      '<invoice><refund_method>transaction_first</refund_method><amount_in_cents>3570</amount_in_cents></invoice>',
    );
    expect(refunded.status, refunded.text).toBe(201);
    expect(stated(refunded.xml)).toEqual(['EUR', '-2500', '-475']);
  });
});
