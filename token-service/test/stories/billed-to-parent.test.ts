import { LATEST } from '@service/billing/resources/version.ts';
import { beforeAll, expect, it } from 'vitest';
import type { Element } from '../../src/documents/xml/codec/element.ts';
import { machineClock, openWorld } from '../../src/runtime/world.ts';
import { findings, fresh, textOf, within } from '../service.ts';
import { onBothEngines } from './engines.ts';
import { cardInfo, openShop } from './subscription-shop.ts';
import { CARDS, openWalletShop, PRIMARY, type WalletShop } from './wallet-shop.ts';

/** A card that can be stored and whose later charges are declined. */
const DECLINES_LATER = '4000000000000341';

const of = (element: Element | undefined, link: string) =>
  within(element, link)?.attributes.get('href')?.split('/').at(-1);
const moved = (billing: string, parent: string): string =>
  `<parent_account_code>${parent}</parent_account_code><bill_to>${billing}</bill_to>`;

/** Two orders of a family wait for each other in real time. */
const { pause } = openWorld(machineClock);

onBothEngines(
  'accounts that are billed to their parent',
  (service) => {
    let shop: WalletShop;
    beforeAll(async () => {
      shop = await openWalletShop(service());
    });

    const open = async (inner: string): Promise<string> => {
      const code = fresh('account');
      const body = `<account><account_code>${code}</account_code>${inner}</account>`;
      const made = await shop.api('POST', '/v2/accounts', body);
      expect(made.status, made.text).toBe(201);
      return code;
    };
    const put = (code: string, inner: string) => shop.api('PUT', `/v2/accounts/${code}`, `<account>${inner}</account>`);
    const change = async (code: string, inner: string) => {
      const answer = await put(code, inner);
      expect(answer.status, answer.text).toBe(200);
    };
    const refused = async (answer: Promise<Awaited<ReturnType<WalletShop['api']>>>) => {
      const { status, xml, text } = await answer;
      expect(status, text).toBe(422);
      return findings(xml);
    };
    /** Opens a parent with a card, 4242 unless told otherwise, and a child without one. */
    const family = async (card: string = CARDS.mastercard) => {
      const parent = await shop.account(cardInfo(card));
      return { parent, child: await open(moved('parent', parent)) };
    };
    const list = async (path: string) =>
      (await shop.api('GET', `${path}?sort=created_at&order=asc&per_page=200`)).xml?.children ?? [];
    const charge = async (code: string, cents: number, inner = '') => {
      const made = await shop.api(
        'POST',
        `/v2/accounts/${code}/adjustments`,
        `<adjustment><unit_amount_in_cents>${cents}</unit_amount_in_cents><currency>USD</currency><description>Rope</description>${inner}</adjustment>`,
      );
      expect(made.status, made.text).toBe(201);
      return made.xml;
    };
    const post = async (code: string, path = '') => {
      const posted = await shop.api('POST', `/v2/accounts/${code}/invoices${path}`);
      expect([200, 201], posted.text).toContain(posted.status);
      return posted.xml;
    };
    const linesOf = (invoice: Element | undefined) =>
      (within(invoice, 'line_items')?.children ?? []).map((line) =>
        [of(line, 'account'), of(line, 'bill_for_account'), textOf(line, 'total_in_cents')].join(' '),
      );
    const buy = (code: string, inner: string, more = '', path = '') =>
      shop.api(
        'POST',
        `/v2/purchases${path}`,
        `<purchase><account><account_code>${code}</account_code>${inner}</account><currency>USD</currency>` +
          `<adjustments><adjustment><unit_amount_in_cents>1000</unit_amount_in_cents><description>Rope</description></adjustment></adjustments>${more}</purchase>`,
      );

    it('say so from 2.29 on, and are billed themselves unless they do', async () => {
      const parent = await shop.account();
      const own = await open(`<parent_account_code>${parent}</parent_account_code>`);
      const child = await open(moved('parent', parent));
      const shown = async (code: string, version = '2.29') =>
        textOf((await shop.api('GET', `/v2/accounts/${code}`, undefined, { 'X-Api-Version': version })).xml, 'bill_to');
      expect(await Promise.all([shown(own), shown(child), shown(parent)])).toEqual(['self', 'parent', 'self']);
      expect(await shown(child, '2.28')).toBeUndefined();
      const older = await shop.api('PUT', `/v2/accounts/${child}`, '<account><bill_to>self</bill_to></account>', {
        'X-Api-Version': '2.28',
      });
      expect(older.status).toBe(400);
      expect(await refused(put(child, '<bill_to>sibling</bill_to>'))).toEqual(['account.bill_to inclusion']);
    });

    it('are named on the lines of a preview that would create them', async () => {
      const parent = await shop.account();
      const [child, single] = [fresh('coming'), fresh('coming')];
      const lines = async (code: string, inner: string) =>
        linesOf(within((await buy(code, inner, '', '/preview')).xml, 'charge_invoice'));
      expect(await lines(child, moved('parent', parent))).toEqual([`${parent} ${child} 1000`]);
      expect(await lines(single, '')).toEqual([` ${single} 1000`]);
    });

    it('need a parent, which has none of its own and is open', async () => {
      const { parent, child } = await family();
      const single = await open('');
      const closed = await open('');
      expect((await shop.api('DELETE', `/v2/accounts/${closed}`)).status).toBe(204);
      expect(await refused(put(single, '<bill_to>parent</bill_to>'))).toEqual(['account.bill_to invalid']);
      expect(await refused(put(single, moved('parent', closed)))).toEqual(['account.bill_to invalid']);
      expect(await refused(put(single, moved('parent', 'unknown')))).toEqual(['account.parent_account_code not_found']);
      expect(await refused(put(single, moved('parent', single)))).toEqual(['account.parent_account_code invalid']);
      // Two levels: no child becomes a parent, and no parent a child, so that no payer has a payer of its own.
      expect(await refused(put(single, moved('parent', child)))).toEqual(['account.parent_account_code invalid']);
      expect(await refused(put(parent, moved('parent', single)))).toEqual(['account.parent_account_code invalid']);
      expect(await refused(put(child, '<parent_account_code/>'))).toEqual(['account.parent_account_code invalid']);
      await change(child, '<parent_account_code/><bill_to>self</bill_to>');
      await change(child, moved('parent', parent));
      expect((await shop.api('DELETE', `/v2/accounts/${parent}`)).text).toContain('account_has_open_children');
    });

    it('have charges and subscriptions on invoices of the parent, which pays by its method', async () => {
      const { parent, child } = await family();
      const plan = await shop.plan();
      const bought = await buy(child, '');
      expect(bought.status, bought.text).toBe(200);
      const invoice = within(bought.xml, 'charge_invoice');
      expect([of(invoice, 'account'), linesOf(invoice)]).toEqual([parent, [`${parent} ${child} 1000`]]);
      const subscription = await shop.subscribe(child, plan);
      await shop.travel('2027-03-01T00:00:00Z');
      expect(await shop.charged(parent)).toEqual(['purchase paid 4444', 'purchase paid 4444', 'renewal paid 4444']);
      expect(await shop.charged(child)).toEqual([]);
      const shown = await shop.subscription(subscription);
      expect([of(shown, 'account'), of(shown, 'parent_account')]).toEqual([child, parent]);
      expect(of(shown, 'invoice')).toBe(await shop.latestNumber(parent));

      // The child lists its lines, and the parent its payments.
      const lines = await list(`/v2/accounts/${child}/adjustments`);
      expect(lines.map((line) => [of(line, 'account'), textOf(line, 'total_in_cents')].join(' '))).toEqual([
        `${parent} 1000`,
        `${parent} 3000`,
        `${parent} 3000`,
      ]);
      expect(await list(`/v2/accounts/${child}/transactions`)).toEqual([]);
      const payments = await list(`/v2/accounts/${parent}/transactions`);
      expect(payments.filter((one) => textOf(one, 'action') === 'purchase')).toHaveLength(3);
    });

    it('cannot bring a payment method to a sale, and keep their own for later', async () => {
      const { parent, child } = await family();
      const refusal = await refused(buy(child, cardInfo()));
      expect(refusal).toEqual(['purchase.account.billing_info invalid']);
      const stored = await shop.api('PUT', `/v2/accounts/${child}/billing_info`, cardInfo(CARDS.discover));
      expect(stored.status, stored.text).toBe(201);
      expect((await buy(child, '')).status).toBe(200);
      expect(await shop.charged(parent)).toEqual(['purchase paid 4444']);
    });

    it('are created by a purchase that the parent pays', async () => {
      const parent = await shop.account(cardInfo(CARDS.discover));
      const child = fresh('account');
      const preview = await buy(child, moved('parent', parent), '', '/preview');
      expect(linesOf(within(preview.xml, 'charge_invoice'))).toEqual([`${parent} ${child} 1000`]);
      const bought = await buy(child, moved('parent', parent));
      expect(bought.status, bought.text).toBe(200);
      expect(linesOf(within(bought.xml, 'charge_invoice'))).toEqual([`${parent} ${child} 1000`]);
      expect(await shop.charged(parent)).toEqual(['purchase paid 1117']);
      expect(await refused(buy(fresh('account'), '<bill_to>parent</bill_to>'))).toEqual([
        'purchase.account.bill_to invalid',
      ]);
    });

    it('use the methods of the parent by their ids, and lose the choice with it', async () => {
      const { parent, child } = await family();
      const plan = await shop.plan();
      const discover = await shop.add(parent, CARDS.discover);
      const own = await shop.add(child, CARDS.visa);
      const named = (uuid: string) => `<billing_info_uuid>${uuid}</billing_info_uuid>`;
      expect(await refused(buy(child, '', named(own)))).toEqual(['purchase.billing_info_uuid not_found']);
      const uuid = await shop.subscribe(child, plan, named(discover));
      expect(await shop.charged(parent)).toEqual(['purchase paid 1117']);
      const link = within(await shop.subscription(uuid), 'billing_info')?.attributes.get('href');
      expect(link).toMatch(new RegExp(`/v2/accounts/${parent}/billing_infos/${discover}$`));
      const changed = (inner: string) =>
        shop.api('PUT', `/v2/subscriptions/${uuid}`, `<subscription>${inner}</subscription>`);
      expect(await refused(changed(named(own)))).toEqual(['subscription.billing_info_uuid not_found']);

      await change(child, '<bill_to>self</bill_to>');
      expect(await shop.show(uuid, 'billing_info_uuid')).toEqual(['']);
      await change(child, '<bill_to>parent</bill_to>');
      expect((await changed(named(discover))).status).toBe(200);
      // A method that is removed is no longer chosen, also by subscriptions of children.
      expect((await shop.api('DELETE', `/v2/accounts/${parent}/billing_infos/${discover}`)).status).toBe(204);
      expect(await shop.show(uuid, 'billing_info_uuid')).toEqual(['']);
    });

    it('change who pays once all is paid', async () => {
      const parent = await shop.account(cardInfo(DECLINES_LATER));
      const other = await shop.account();
      const child = await open(moved('parent', parent));
      await charge(child, 1500);
      expect(textOf(within(await post(child), 'charge_invoice'), 'state')).toBe('past_due');
      expect(await refused(put(child, '<bill_to>self</bill_to>'))).toEqual(['account.bill_to invalid']);
      expect(await refused(put(child, `<parent_account_code>${other}</parent_account_code>`))).toEqual([
        'account.parent_account_code invalid',
      ]);
      expect(await refused(buy(child, '<bill_to>self</bill_to>'))).toEqual(['purchase.account.bill_to invalid']);
      // An invoice of the parent's own is no obstacle.
      await charge(parent, 900);
      await post(parent);
      const paid = await shop.api('PUT', `/v2/invoices/${await numberOf(parent, '1500')}/mark_successful`);
      expect(paid.status, paid.text).toBe(200);
      await change(child, `<parent_account_code>${other}</parent_account_code>`);
      expect((await buy(child, '')).status).toBe(200);
      expect(await shop.charged(other)).toEqual(['purchase paid 1111']);

      // Its own invoices, before a parent pays.
      const single = await open(cardInfo(DECLINES_LATER));
      await charge(single, 700);
      await post(single);
      expect(await refused(put(single, moved('parent', other)))).toEqual(['account.bill_to invalid']);
    });

    const numberOf = async (account: string, total: string) =>
      textOf(
        (await list(`/v2/accounts/${account}/invoices`)).find((one) => textOf(one, 'total_in_cents') === total),
        'invoice_number',
      );

    it('are paid from the credit of the parent, and not from their own', async () => {
      const { parent, child } = await family();
      const self = { 'X-Api-Version': '2.29' };
      // Credit of its own from before.
      const single = await open('');
      await charge(single, -400);
      await post(single);
      await change(single, moved('parent', parent));
      await charge(parent, -300);
      await post(parent);
      const bought = await buy(single, '');
      expect(textOf(within(bought.xml, 'charge_invoice'), 'balance_in_cents')).toBe('0');
      const payments = await list(`/v2/accounts/${parent}/transactions`);
      expect(
        payments.filter((one) => textOf(one, 'action') === 'purchase').map((one) => textOf(one, 'amount_in_cents')),
      ).toEqual(['700']);
      const balance = async (code: string) =>
        textOf((await shop.api('GET', `/v2/accounts/${code}/balance`, undefined, self)).xml, 'balance_in_cents', 'USD');
      expect(await Promise.all([balance(single), balance(parent), balance(child)])).toEqual(['-400', '0', '0']);
      // A credit of a child is the parent's once it is invoiced.
      await charge(child, -250);
      expect(of(await post(child), 'account') ?? parent).toBe(parent);
      expect(await Promise.all([balance(child), balance(parent)])).toEqual(['0', '-250']);
    });

    it('have pending charges on the next invoice of the parent, each with the discounts of its account', async () => {
      const { parent, child } = await family();
      const self = await open(`<parent_account_code>${parent}</parent_account_code>`);
      const coupon = fresh('half').toUpperCase();
      const made = await shop.api(
        'POST',
        '/v2/coupons',
        `<coupon><coupon_code>${coupon}</coupon_code><name>Half</name><discount_type>percent</discount_type><discount_percent>50</discount_percent><applies_to_non_plan_charges>true</applies_to_non_plan_charges></coupon>`,
      );
      expect(made.status, made.text).toBe(201);
      const redeemed = await shop.api(
        'POST',
        `/v2/coupons/${coupon}/redeem`,
        `<redemption><account_code>${child}</account_code><currency>USD</currency></redemption>`,
      );
      expect(redeemed.status, redeemed.text).toBe(201);
      await charge(parent, 1000);
      await charge(child, 2000);
      await charge(self, 4000);
      const preview = within(await post(parent, '/preview'), 'charge_invoice');
      const expected = [`${parent} ${parent} 1000`, `${parent} ${child} 1000`];
      expect(linesOf(preview)).toEqual(expected);
      const invoice = within(await post(parent), 'charge_invoice');
      expect(linesOf(invoice)).toEqual(expected);
      expect(await shop.charged(parent)).toEqual(['purchase paid 4444']);
      const used = await shop.api('GET', `/v2/invoices/${textOf(invoice, 'invoice_number')}/redemptions`);
      expect(used.xml?.children.map((one) => of(one, 'account'))).toEqual([child]);
      // One that is billed itself waits for its own.
      expect((await list(`/v2/accounts/${self}/adjustments`)).map((line) => textOf(line, 'state'))).toEqual([
        'pending',
      ]);

      // What one child buys takes its own, and what the parent renews takes those of its children.
      const sibling = await open(moved('parent', parent));
      await charge(child, 600);
      await charge(sibling, 500);
      expect(linesOf(within((await buy(sibling, '')).xml, 'charge_invoice'))).toEqual([
        `${parent} ${sibling} 500`,
        `${parent} ${sibling} 1000`,
      ]);
      const plan = await shop.plan();
      await shop.travel('2027-04-01T00:00:00Z');
      await shop.subscribe(parent, plan);
      await charge(child, 100);
      await shop.travel('2027-05-01T00:00:00Z');
      const renewal = await shop.api('GET', `/v2/invoices/${await shop.latestNumber(parent)}`);
      expect(linesOf(renewal.xml)).toEqual([`${parent} ${child} 50`, `${parent} ${parent} 3000`]);
    });

    it('refund to the account that was billed, although another one pays now', async () => {
      const { parent, child } = await family();
      const [plan, better] = [
        await shop.plan(),
        await shop.plan('<unit_amount_in_cents><USD>6000</USD></unit_amount_in_cents>'),
      ];
      await shop.travel('2027-06-01T00:00:00Z');
      const uuid = await shop.subscribe(child, plan);
      await shop.travel('2027-06-16T00:00:00Z');
      const upgrade = `<subscription><plan_code>${better}</plan_code><timeframe>now</timeframe></subscription>`;
      const changed = await shop.api('PUT', `/v2/subscriptions/${uuid}`, upgrade);
      expect(changed.status, changed.text).toBe(200);
      // Half of 60.00, less half of 30.00.
      expect(await shop.invoices(parent)).toEqual([
        '2027-06-01T00:00:00Z purchase paid 3000',
        '2027-06-16T00:00:00Z immediate_change closed -1500',
        '2027-06-16T00:00:00Z immediate_change paid 3000',
      ]);
      await shop.travel('2027-07-01T00:00:00Z');
      // The child pays itself, and gets no credit for what its parent paid.
      await change(child, `<bill_to>self</bill_to>${cardInfo()}`);
      await shop.travel('2027-07-16T12:00:00Z');
      const downgrade = upgrade.replace(better, plan);
      expect((await shop.api('PUT', `/v2/subscriptions/${uuid}`, downgrade)).status).toBe(200);
      expect(await shop.invoices(child)).toEqual(['2027-07-16T12:00:00Z immediate_change paid 1500']);
      expect((await shop.invoices(parent)).slice(3)).toEqual([
        '2027-07-01T00:00:00Z renewal paid 6000',
        '2027-07-16T12:00:00Z immediate_change open -3000',
      ]);

      await shop.travel('2027-08-01T00:00:00Z');
      await change(child, '<bill_to>parent</bill_to>');
      await shop.travel('2027-08-16T12:00:00Z');
      // Its last invoice is its own: the refund is too.
      const ended = await shop.api('PUT', `/v2/subscriptions/${uuid}/terminate?refund=full`);
      expect(ended.status, ended.text).toBe(200);
      expect((await shop.invoices(child)).slice(1)).toEqual([
        '2027-08-01T00:00:00Z renewal paid 3000',
        '2027-08-16T12:00:00Z refund closed -3000',
      ]);
      const again = await shop.subscribe(child, plan);
      await shop.api('PUT', `/v2/subscriptions/${again}/terminate?refund=full`);
      // Paid from the credit of the change, and refunded as credit.
      expect((await shop.invoices(parent)).slice(5)).toEqual([
        '2027-08-16T12:00:00Z purchase paid 3000',
        '2027-08-16T12:00:00Z refund open -3000',
      ]);
    });

    it('are taxed as the parent is, by its address and its exemption', async () => {
      const { api } = await openShop(service(), { tax_registrations: ['US-CA'], tax_charges: true }, LATEST);
      const create = async (inner: string) => {
        const code = fresh('account');
        const body = `<account><account_code>${code}</account_code>${inner}</account>`;
        expect((await api('POST', '/v2/accounts', body)).status).toBe(201);
        return code;
      };
      const at = (zip: string, state: string) =>
        `<address><address1>1 Pier</address1><city>Town</city><state>${state}</state><zip>${zip}</zip><country>US</country></address>`;
      const californian = await create(at('94105', 'CA'));
      const exempt = await create(`${at('94105', 'CA')}<tax_exempt>true</tax_exempt>`);
      const child = await create(`${at('97201', 'OR')}${moved('parent', californian)}`);
      const taxed = async () => {
        const body = `<purchase><account><account_code>${child}</account_code></account><currency>USD</currency><collection_method>manual</collection_method><adjustments><adjustment><unit_amount_in_cents>10000</unit_amount_in_cents></adjustment></adjustments></purchase>`;
        const invoice = within((await api('POST', '/v2/purchases/preview', body)).xml, 'charge_invoice');
        return [textOf(invoice, 'tax_in_cents'), textOf(invoice, 'address', 'zip')];
      };
      expect(await taxed()).toEqual(['875', '94105']);
      const put = (inner: string) => api('PUT', `/v2/accounts/${child}`, `<account>${inner}</account>`);
      expect((await put(moved('parent', exempt))).status).toBe(200);
      expect(await taxed()).toEqual(['0', '94105']);
      expect((await put('<bill_to>self</bill_to>')).status).toBe(200);
      expect(await taxed()).toEqual(['0', '97201']);
    });

    it('are told of their subscriptions, and the parent of its invoices', async () => {
      const parent = await open(`<email>parent@example.com</email>${cardInfo()}`);
      const child = await open(`<email>child@example.com</email>${moved('parent', parent)}`);
      const told = async () => {
        const all = await shop.records().outbox.list({}, 500);
        const mails = await Promise.all(
          [parent, child].map(async (code) => {
            const id = (await shop.records().accounts.identify(code))?.account_id;
            return all.filter(({ account_id }) => account_id === id).map(({ kind }) => kind);
          }),
        );
        return { parent: mails[0]?.toSorted(), child: mails[1]?.toSorted() };
      };
      const uuid = await shop.subscribe(child, await shop.plan());
      expect(await told()).toEqual({ parent: ['order_confirmation', 'receipt'], child: ['order_confirmation'] });
      expect((await shop.api('PUT', `/v2/subscriptions/${uuid}/terminate?refund=full`)).status).toBe(200);
      // The payment had not settled: it was voided, not refunded.
      expect(await told()).toEqual({
        parent: ['order_confirmation', 'receipt'],
        child: ['order_confirmation', 'subscription_expired'],
      });
      const events = async (code: string) => {
        const id = (await shop.records().accounts.identify(code))?.account_id;
        const all = await shop.records().events.after(undefined, 10_000);
        return new Set(all.filter(({ account_id }) => account_id === id).map(({ type }) => type));
      };
      expect(await events(child)).toEqual(new Set(['new_account', 'new_subscription', 'expired_subscription']));
      expect(await events(parent)).toContain('paid_charge_invoice');
    });

    it('keep their prices, pauses and usage apart from who pays', async () => {
      const { parent, child } = await family();
      await shop.travel('2027-08-20T00:00:00Z');
      const ramp = await shop.plan(
        '<pricing_model>ramp</pricing_model><ramp_intervals><ramp_interval><starting_billing_cycle>1</starting_billing_cycle>' +
          '<unit_amount_in_cents><USD>1000</USD></unit_amount_in_cents></ramp_interval><ramp_interval><starting_billing_cycle>2</starting_billing_cycle>' +
          '<unit_amount_in_cents><USD>2000</USD></unit_amount_in_cents></ramp_interval></ramp_intervals><unit_amount_in_cents/>',
      );
      const uuid = await shop.subscribe(child, ramp);
      await shop.travel('2027-09-21T00:00:00Z');
      const paused = '<subscription><remaining_pause_cycles>1</remaining_pause_cycles></subscription>';
      expect((await shop.api('PUT', `/v2/subscriptions/${uuid}/pause`, paused)).status).toBe(200);
      await shop.travel('2027-11-19T00:00:00Z');
      expect(await shop.show(uuid, 'state')).toEqual(['paused']);
      expect((await shop.api('PUT', `/v2/subscriptions/${uuid}/resume`)).status).toBe(200);
      expect((await shop.invoices(parent)).map((one) => one.split(' ').slice(1).join(' '))).toEqual([
        'purchase paid 1000',
        'renewal paid 2000',
        'renewal paid 2000',
      ]);
      expect((await shop.api('PUT', `/v2/subscriptions/${uuid}/cancel`)).status).toBe(200);
      await shop.travel('2027-12-20T00:00:00Z');
      expect(await shop.show(uuid, 'state')).toEqual(['expired']);
      expect(await shop.invoices(parent)).toHaveLength(3);
    });

    it('are authorized and captured at the expense of the parent, unless another pays by then', async () => {
      const { parent, child } = await family();
      const authorized = async () => {
        const held = await buy(child, '', '', '/authorize');
        expect(held.status, held.text).toBe(200);
        const payment = within(held.xml, 'charge_invoice', 'transactions')?.children[0];
        return textOf(payment, 'uuid') ?? '';
      };
      const capture = (uuid: string) => shop.api('POST', `/v2/purchases/transaction-uuid-${uuid}/capture`);
      const kept = await authorized();
      const outdated = await authorized();
      const captured = await capture(kept);
      expect(captured.status, captured.text).toBe(200);
      expect(linesOf(within(captured.xml, 'charge_invoice'))).toEqual([`${parent} ${child} 1000`]);
      await change(child, '<bill_to>self</bill_to>');
      const late = await capture(outdated);
      expect([late.status, textOf(late.xml, 'symbol')]).toEqual([422, 'authorization_outdated']);
      expect((await shop.api('POST', `/v2/purchases/transaction-uuid-${outdated}/cancel`)).status).toBe(200);
    });

    it('redeem gift cards for the parent, and buy them with its card', async () => {
      const { parent, child } = await family();
      const bought = await shop.api(
        'POST',
        '/v2/gift_cards',
        `<gift_card><gifter_account><account_code>${child}</account_code></gifter_account><product_code>tideline</product_code>` +
          '<unit_amount_in_cents>2000</unit_amount_in_cents><currency>USD</currency>' +
          '<delivery><method>email</method><email_address>friend@example.com</email_address></delivery></gift_card>',
      );
      expect(bought.status, bought.text).toBe(201);
      expect(await shop.charged(parent)).toEqual(['purchase paid 4444']);
      const code = textOf(bought.xml, 'redemption_code') ?? '';
      const recipient = `<recipient_account><account_code>${child}</account_code></recipient_account>`;
      const redeemed = await shop.api('POST', `/v2/gift_cards/${code}/redeem`, recipient);
      expect([200, 201], redeemed.text).toContain(redeemed.status);
      expect([of(redeemed.xml, 'gifter_account'), of(redeemed.xml, 'recipient_account')]).toEqual([child, child]);
      const invoice = await shop.api('GET', `/v2/invoices/${of(redeemed.xml, 'redemption_invoice')}`);
      expect([of(invoice.xml, 'account'), linesOf(invoice.xml)]).toEqual([parent, [`${parent} ${child} -2000`]]);
      expect(textOf(within((await buy(child, '')).xml, 'charge_invoice'), 'balance_in_cents')).toBe('0');
      expect(await shop.charged(parent)).toEqual(['purchase paid 4444', 'purchase paid']);
    });

    it('leave what the parent owes when they are closed, and sell nothing while it is closed', async () => {
      const { parent, child } = await family(DECLINES_LATER);
      await charge(child, 800);
      await post(child);
      expect((await shop.api('DELETE', `/v2/accounts/${child}`)).status).toBe(204);
      expect(await shop.charged(parent)).toEqual(['purchase past_due 0341 declined']);
      expect((await shop.api('DELETE', `/v2/accounts/${parent}`)).status).toBe(204);
      expect(await shop.charged(parent)).toEqual(['purchase failed 0341 declined']);
      const closed = await buy(child, '');
      expect([closed.status, textOf(closed.xml, 'symbol')]).toEqual([422, 'account_closed']);
      expect((await shop.api('PUT', `/v2/accounts/${parent}/reopen`)).status).toBe(200);
      expect((await shop.api('PUT', `/v2/accounts/${parent}/billing_info`, cardInfo())).status).toBe(201);
      expect((await buy(child, '')).status).toBe(200);
    });

    it('pay once where two buy at the same time, each after the other', async () => {
      const { parent, child } = await family();
      const sibling = await open(moved('parent', parent));
      await charge(parent, -1500);
      await post(parent);
      const [one, other] = await Promise.all([buy(child, ''), buy(sibling, '')]);
      expect([one.status, other.status], one.text + other.text).toEqual([200, 200]);
      const payments = await list(`/v2/accounts/${parent}/transactions`);
      expect(
        payments.filter((pay) => textOf(pay, 'action') === 'purchase').map((pay) => textOf(pay, 'amount_in_cents')),
      ).toEqual(['500']);
    });

    it('are refused a change of payer that a payment overtakes', async () => {
      const { parent, child } = await family();
      service().whileAsked(async () => {
        service().whileAsked(async () => {});
        await change(child, '<bill_to>self</bill_to>');
      });
      const overtaken = await buy(child, '');
      expect([overtaken.status, textOf(overtaken.xml, 'symbol')]).toEqual([422, 'simultaneous_request']);
      expect(await shop.charged(parent)).toEqual([]);
      expect(await shop.charged(child)).toEqual([]);
    });

    it('leave dunning to the parent, whose new card pays, and end with it', async () => {
      const { parent, child } = await family(DECLINES_LATER);
      await shop.travel('2027-12-21T00:00:00Z');
      const plan = await shop.plan(
        '<trial_interval_length>7</trial_interval_length><trial_interval_unit>days</trial_interval_unit>',
      );
      const uuid = await shop.subscribe(child, plan);
      expect(await shop.show(uuid, 'state')).toEqual(['active']);
      await shop.travel('2027-12-29T00:00:00Z');
      expect(await shop.charged(parent)).toEqual(['purchase paid', 'renewal past_due 0341 declined']);
      expect(await shop.events(parent, 'new_dunning_event')).toHaveLength(1);
      expect(await shop.events(child, 'new_dunning_event')).toEqual([]);
      await shop.add(parent, CARDS.visa, PRIMARY);
      await shop.travel('2027-12-30T00:00:00Z');
      expect(await shop.charged(parent)).toEqual(['purchase paid', 'renewal paid 0341 declined, 1111']);

      // Without another card, the subscription of the child ends.
      const owing = await family(DECLINES_LATER);
      const unpaid = await shop.subscribe(owing.child, plan);
      await shop.travel('2028-04-01T00:00:00Z');
      expect(await shop.show(unpaid, 'state')).toEqual(['expired']);
      expect(await shop.charged(owing.child)).toEqual([]);
    });
  },
  { pause },
);
