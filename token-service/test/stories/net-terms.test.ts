import { expect, it } from 'vitest';
import { findings, textOf, within } from '../service.ts';
import { onBothEngines } from './engines.ts';
import { openShop } from './subscription-shop.ts';

const MANUAL = '<collection_method>manual</collection_method>';
const terms = (days: number, type: string) => `<net_terms>${days}</net_terms><net_terms_type>${type}</net_terms_type>`;
const charge = '<unit_amount_in_cents>1000</unit_amount_in_cents><currency>USD</currency>';

/** Invoices of 10 June 2027, whose month ends on the 30th. */
onBothEngines('net terms', (service) => {
  const open = async () => {
    const shop = await openShop(service(), {}, '2.29');
    await shop.travel('2027-06-10T08:00:00Z');
    const latest = async (account: string) => {
      const { xml } = await shop.api('GET', `/v2/accounts/${account}/invoices`);
      const [invoice] = xml?.children ?? [];
      return ['net_terms', 'net_terms_type', 'due_on', 'state'].map((name) => textOf(invoice, name)).join(' ');
    };
    return { ...shop, latest };
  };

  it('count from the end of the month, on every invoice of a subscription', async () => {
    const shop = await open();
    const account = await shop.account('');
    const uuid = await shop.subscribe(account, await shop.plan(), MANUAL + terms(15, 'eom'));
    expect(await shop.show(uuid, 'net_terms', 'net_terms_type', 'total_amount_in_cents')).toEqual([
      '15',
      'eom',
      '3000',
    ]);
    // 30 June and 15 days.
    expect(await shop.latest(account)).toBe('15 eom 2027-07-15T08:00:00Z pending');
    await shop.travel('2027-07-10T08:00:00Z');
    expect(await shop.latest(account)).toBe('15 eom 2027-08-15T08:00:00Z pending');
    // It is past due a day after.
    await shop.travel('2027-07-16T08:00:01Z');
    const { xml } = await shop.api('GET', `/v2/accounts/${account}/invoices?state=past_due`);
    expect(xml?.children.map((one) => textOf(one, 'due_on'))).toEqual(['2027-07-15T08:00:00Z']);

    const answer = await shop.api(
      'PUT',
      `/v2/subscriptions/${uuid}`,
      `<subscription>${terms(5, 'net')}</subscription>`,
    );
    expect(answer.status, answer.text).toBe(200);
    await shop.travel('2027-08-10T08:00:00Z');
    expect(await shop.latest(account)).toBe('5 net 2027-08-15T08:00:00Z pending');
  });

  it('are those of a purchase and of posted charges, and can be edited', async () => {
    const shop = await open();
    const account = await shop.account('');
    const buyer = `<account><account_code>${account}</account_code></account><currency>USD</currency>`;
    const one = '<adjustments><adjustment><unit_amount_in_cents>500</unit_amount_in_cents></adjustment></adjustments>';
    const bought = await shop.api(
      'POST',
      '/v2/purchases',
      `<purchase>${buyer}${one}${MANUAL}${terms(0, 'eom')}</purchase>`,
    );
    expect(bought.status, bought.text).toBe(200);
    const invoice = within(bought.xml, 'charge_invoice');
    expect(textOf(invoice, 'due_on')).toBe('2027-06-30T08:00:00Z');

    await shop.api('POST', `/v2/accounts/${account}/adjustments`, `<adjustment>${charge}</adjustment>`);
    const posted = await shop.api(
      'POST',
      `/v2/accounts/${account}/invoices`,
      `<invoice>${MANUAL}${terms(1, 'eom')}</invoice>`,
    );
    expect(posted.status, posted.text).toBe(201);
    expect(await shop.latest(account)).toBe('1 eom 2027-07-01T08:00:00Z pending');

    const path = `/v2/invoices/${textOf(invoice, 'invoice_number')}`;
    const edited = await shop.api('PUT', path, '<invoice><net_terms_type>net</net_terms_type></invoice>');
    expect([edited.status, textOf(edited.xml, 'due_on')]).toEqual([200, '2027-06-10T08:00:00Z']);
  });

  it('are of no invoice that is collected at once, and unknown to older versions', async () => {
    const shop = await open();
    const account = await shop.account();
    const uuid = await shop.subscribe(account, await shop.plan(), terms(15, 'eom'));
    expect(await shop.show(uuid, 'net_terms', 'net_terms_type')).toEqual(['0', 'net']);
    const number = textOf(
      (await shop.api('GET', `/v2/accounts/${account}/invoices`)).xml?.children[0],
      'invoice_number',
    );
    const edit = await shop.api('PUT', `/v2/invoices/${number}`, `<invoice>${terms(15, 'eom')}</invoice>`);
    expect([edit.status, findings(edit.xml)]).toEqual([
      422,
      ['invoice.net_terms immutable', 'invoice.net_terms_type immutable'],
    ]);
    const older = await shop.api('GET', `/v2/subscriptions/${uuid}`, undefined, { 'X-Api-Version': '2.28' });
    expect(within(older.xml, 'net_terms_type')).toBeUndefined();
    expect(within(older.xml, 'total_amount_in_cents')).toBeUndefined();
  });
});
