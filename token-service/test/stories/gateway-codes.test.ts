import { expect, it } from 'vitest';
import { type ApiResponse, findings, fresh, textOf } from '../service.ts';
import { onBothEngines } from './engines.ts';
import { DECLINING, invoicing } from './invoicing.ts';

const GATEWAYS = 'test,europe=EUR';
const NOBODYS = '<gateway_code>atlantis</gateway_code>';
const MANUAL = '<collection_method>manual</collection_method>';

/** An unknown gateway is rejected in the request that names it, not later when a payment is collected. */
onBothEngines(
  'a gateway_code',
  (service) => {
    const { api, get, put, open, add, post, manual, numberOf } = invoicing(service);
    const raw = '<number>4111111111111111</number><month>12</month><year>2040</year>';
    const card = (inner = '') =>
      `<billing_info><first_name>Ada</first_name><last_name>Lovelace</last_name>${raw}${inner}</billing_info>`;
    const account = (inner = card()) =>
      `<account><account_code>${fresh('seaman')}</account_code>${inner}</account><currency>USD</currency>`;
    const purchase = (inner: string) => `<purchase>${inner}</purchase>`;
    const charge =
      '<adjustments><adjustment><unit_amount_in_cents>900</unit_amount_in_cents></adjustment></adjustments>';
    const refused = (answer: ApiResponse) => [answer.status, ...findings(answer.xml)];

    it('of an unknown gateway are rejected in every sale', async () => {
      for (const path of ['/v2/purchases', '/v2/purchases/preview', '/v2/purchases/authorize']) {
        for (const how of ['', MANUAL]) {
          const answer = await api('POST', path, purchase(`${account()}${charge}${how}${NOBODYS}`));
          expect(refused(answer), `${path} ${how}`).toEqual([422, 'purchase.gateway_code not_found']);
        }
      }
      for (const how of ['', MANUAL]) {
        const subscription = `<plan_code>tideline</plan_code>${account()}${how}${NOBODYS}`;
        const answer = await api('POST', '/v2/subscriptions', `<subscription>${subscription}</subscription>`);
        expect(refused(answer), how).toEqual([422, 'subscription.gateway_code not_found']);
      }
      const payment = `<amount_in_cents>900</amount_in_cents>${account()}${NOBODYS}`;
      expect(refused(await api('POST', '/v2/transactions', `<transaction>${payment}</transaction>`))).toEqual([
        422,
        'transaction.gateway_code not_found',
      ]);
    });

    it('of an unknown gateway are rejected when an invoice is posted or edited', async () => {
      const code = await open('guild');
      await add(code, 5000);
      expect(refused(await post(code, `${manual}${NOBODYS}`))).toEqual([422, 'invoice.gateway_code not_found']);
      const number = numberOf(await post(code, `${manual}<gateway_code>test</gateway_code>`));
      const edit = (inner: string) => api('PUT', `/v2/invoices/${number}`, `<invoice>${inner}</invoice>`);
      expect(refused(await edit(NOBODYS))).toEqual([422, 'invoice.gateway_code not_found']);
      const edited = await edit('<gateway_code>europe</gateway_code>');
      expect([edited.status, textOf(edited.xml, 'gateway_code')]).toEqual([200, 'europe']);
    });

    it('of an unknown gateway are rejected in billing info, alone, with an account, and in a sale', async () => {
      const code = await open('guild');
      const store = (inner: string) => api('PUT', `/v2/accounts/${code}/billing_info`, inner);
      expect(refused(await store(card(NOBODYS)))).toEqual([422, 'billing_info.gateway_code not_found']);
      expect((await store(card())).status).toBe(201);
      expect(refused(await store(`<billing_info><first_name>Grace</first_name>${NOBODYS}</billing_info>`))).toEqual([
        422,
        'billing_info.gateway_code not_found',
      ]);
      const opened = await api(
        'POST',
        '/v2/accounts',
        `<account><account_code>${fresh('a')}</account_code>${card(NOBODYS)}</account>`,
      );
      expect(refused(opened)).toEqual([422, 'account.billing_info.gateway_code not_found']);
      const sold = await api('POST', '/v2/purchases', purchase(`${account(card(NOBODYS))}${charge}`));
      expect(refused(sold)).toEqual([422, 'purchase.account.billing_info.gateway_code not_found']);
    });

    it('that are cleared route the invoice to the gateway that holds the card', async () => {
      const code = await open('guild');
      const info = card('<gateway_code>europe</gateway_code><currency>EUR</currency>').replace(
        '4111111111111111',
        DECLINING,
      );
      expect((await api('PUT', `/v2/accounts/${code}/billing_info`, info)).status).toBe(201);
      await add(code, 5000, 'EUR');
      const number = numberOf(await post(code));
      expect(
        (await api('PUT', `/v2/invoices/${number}`, '<invoice><gateway_code></gateway_code></invoice>')).status,
      ).toBe(200);
      expect((await put(number, 'collect')).status).toBe(422);
      const site = await service().service.opened.sites.find('demo');
      const { transactions } = service().service.opened.storage.of(site?.id ?? '');
      const listed = (await get(`/v2/accounts/${code}/transactions`))?.children ?? [];
      const found = await Promise.all(listed.map((one) => transactions.find(textOf(one, 'uuid') ?? '')));
      expect(found.map((one) => [one?.action, one?.gateway_code])).toEqual([
        ['purchase', 'europe'],
        ['purchase', 'europe'],
        ['verify', 'europe'],
      ]);
    });

    it('next to the card of a sale select the gateway that stores it', async () => {
      const euros = account(card('<gateway_code>europe</gateway_code>')).replace('USD', 'EUR');
      const sold = await api('POST', '/v2/purchases', purchase(`${euros}${charge}`));
      expect(sold.status, sold.text).toBe(200);
      const dollars = account(card('<gateway_code>europe</gateway_code>'));
      const wrong = await api('POST', '/v2/purchases', purchase(`${dollars}${charge}`));
      expect(textOf(wrong.xml, 'transaction_error', 'error_code')).toBe('currency_not_supported');
    });
  },
  { env: { TEST_GATEWAYS: GATEWAYS } },
);
