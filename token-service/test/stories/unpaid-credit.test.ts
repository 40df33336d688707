import { creditUsed } from '@service/billing/domain/ledger/movements.ts';
import { describe, expect, it } from 'vitest';
import { openWorld } from '../../src/runtime/world.ts';
import { type ApiResponse, textOf, within } from '../service.ts';
import { openChangingShop, plan, quantity, unit, usd } from './changing.ts';
import { onBothEngines } from './engines.ts';
import { cardInfo } from './subscription-shop.ts';

/** Stored, but every charge of it is declined, without retries. */
const DECLINES = cardInfo('4000000000009979');
const MANUAL = '<collection_method>manual</collection_method><net_terms>30</net_terms>';
const price = (cents: number) => usd('unit_amount_in_cents', cents);
const debited = (accountNumber: string) =>
  '<billing_info><name_on_account>Ada Lovelace</name_on_account><routing_number>123456780</routing_number>' +
  `<account_number>${accountNumber}</account_number><account_type>checking</account_type></billing_info>`;

/** Immediate changes of subscriptions whose charges were never paid, in the period of 1 June to 1 July. */
onBothEngines('credit for a charge that was not paid', (service) => {
  const open = async (changes = {}) => {
    const shop = await openChangingShop(service(), changes);
    const { api, records } = shop;
    const done = (answer: ApiResponse, status = 200) => {
      expect(answer.status, answer.text).toBe(status);
      return answer.xml as NonNullable<ApiResponse['xml']>;
    };
    const listed = async (path: string) =>
      (await api('GET', `${path}?sort=created_at&order=asc&per_page=200`)).xml?.children ?? [];
    return {
      ...shop,
      done,
      card: async (account: string, info: string) =>
        done(await api('PUT', `/v2/accounts/${account}/billing_info`, info)),
      /** The invoices of an account: `purchase paid 1995 0`, with total and balance. */
      async books(account: string) {
        const names = ['origin', 'state', 'total_in_cents', 'balance_in_cents'];
        const found = await listed(`/v2/accounts/${account}/invoices`);
        return found.map((one) => names.map((name) => textOf(one, name)).join(' '));
      },
      /**
       * Returns the payments from credit: `payment 1995 from immediate_change to purchase`, `void` where that was
       * undone.
       */
      async uses(account: string) {
        const id = (await records().accounts.identify(account))?.account_id ?? '';
        const made = [];
        for (const invoice of await listed(`/v2/accounts/${account}/invoices`)) {
          const uuid = textOf(invoice, 'uuid') ?? '';
          if (textOf(invoice, 'type') === 'credit') made.push(...(await records().creditPayments.ofInvoice(uuid)));
        }
        const origin = async (uuid: string | null) => uuid && (await records().invoices.find(uuid))?.origin;
        const texts = made.map(async (one) =>
          [
            one.account_id === id ? one.action : 'of another account',
            one.amount_in_cents,
            await origin(one.original_invoice_id),
            'to',
            (await origin(one.applied_to_invoice_id)) ?? 'nothing',
            ...(one.voided_at === null ? [] : ['void']),
          ].join(' '),
        );
        return Promise.all(texts);
      },
      async numberOf(account: string, origin: string) {
        const found = await listed(`/v2/accounts/${account}/invoices`);
        return (
          textOf(
            found.findLast((one) => textOf(one, 'origin') === origin),
            'invoice_number',
          ) ?? ''
        );
      },
      sell: (account: string, cents: number) =>
        api(
          'POST',
          '/v2/purchases',
          `<purchase><account><account_code>${account}</account_code></account><currency>USD</currency><adjustments><adjustment><unit_amount_in_cents>${cents}</unit_amount_in_cents></adjustment></adjustments></purchase>`,
        ),
      sellGiftCard: (account: string) =>
        api(
          'POST',
          '/v2/gift_cards',
          `<gift_card><product_code>card</product_code><unit_amount_in_cents>2000</unit_amount_in_cents><currency>USD</currency><gifter_account><account_code>${account}</account_code></gifter_account><delivery><method>email</method><email_address>friend@example.com</email_address></delivery></gift_card>`,
        ),
      async closes(account: string) {
        const id = (await records().accounts.identify(account))?.account_id ?? '';
        const { receivable = 0, credit = 0 } = await records().ledger.balances(id, 'USD');
        const held = await records().invoices.openCredits(id, 'USD');
        expect({ owed: receivable + credit, credit }).toEqual({
          owed: (await records().accounts.balance(id)).balance_in_cents.USD ?? 0,
          credit: held.reduce((sum, invoice) => sum + invoice.balance_in_cents, 0),
        });
      },
    };
  };

  it('pays that charge, so that a quantity of 500 for a moment buys nothing', async () => {
    const shop = await open();
    const account = await shop.account();
    const uuid = await shop.subscribe(account, await shop.plan(price(1995)));
    await shop.card(account, DECLINES);
    await shop.changed(uuid, quantity(500));
    expect(await shop.balance(account)).toBe(995_505);
    const seen = shop.done(await shop.preview(uuid, quantity(1)));
    const previewed = within(seen, 'invoice_collection', 'credit_invoices', 'credit_invoice');
    expect([textOf(previewed, 'state'), textOf(previewed, 'balance_in_cents')]).toEqual(['closed', '0']);
    const [use] = within(previewed, 'credit_payments')?.children ?? [];
    expect(textOf(use, 'amount_in_cents')).toBe('995505');

    await shop.changed(uuid, quantity(1));
    expect(await shop.balance(account)).toBe(0);
    expect((await shop.books(account)).toSorted()).toEqual([
      'immediate_change closed -995505 0',
      'immediate_change paid 995505 0',
      'purchase paid 1995 0',
    ]);
    expect(await shop.uses(account)).toEqual(['payment 995505 immediate_change to immediate_change']);
    expect((await shop.events()).filter((type) => type.includes('credit') || type.includes('paid'))).toEqual(
      expect.arrayContaining([
        'new_credit_invoice',
        'closed_credit_invoice',
        'new_credit_payment',
        'paid_charge_invoice',
      ]),
    );
    expect((await shop.sell(account, 500)).status).toBe(422);
    expect((await shop.sellGiftCard(account)).status).toBe(422);
    const charge = await shop.api('GET', `/v2/invoices/${await shop.numberOf(account, 'immediate_change')}`);
    expect(textOf(charge.xml, 'refundable_total_in_cents')).toBe('0');
    await shop.closes(account);
  });

  it.each([false, true])('pays a yearly renewal that was declined (changes require payment: %s)', async (required) => {
    const shop = await open({ upgrade_requires_payment: required });
    const account = await shop.account();
    const yearly = await shop.plan(
      `${price(19_990)}<plan_interval_length>12</plan_interval_length><plan_interval_unit>months</plan_interval_unit>`,
    );
    const uuid = await shop.subscribe(account, yearly);
    await shop.card(account, DECLINES);
    await shop.travel('2028-06-01T00:00:00Z');
    expect(await shop.balance(account)).toBe(19_990);
    await shop.travel('2028-06-04T00:00:00Z');
    const answer = await shop.change(uuid, plan(await shop.plan(price(1000))));
    if (required) {
      // The credit goes to the renewal, so that the new period has to be paid: declined, nothing changes.
      expect(answer.status, answer.text).toBe(422);
      expect(await shop.balance(account)).toBe(19_990);
      return;
    }
    shop.done(answer);
    // 362 of 365 days are credited; what was used of the year, and the month, are owed.
    expect((await shop.books(account)).toSorted()).toEqual([
      'immediate_change closed -19826 0',
      'immediate_change past_due 1000 1000',
      'purchase paid 19990 0',
      'renewal past_due 19990 164',
    ]);
    expect(await shop.uses(account)).toEqual(['payment 19826 immediate_change to renewal']);
    await shop.closes(account);
    // The write-off leaves out what was credited.
    await shop.travel('2028-07-10T00:00:00Z');
    const books = await shop.books(account);
    expect(books).toContain('write_off closed -164 0');
    expect(books).toContain('renewal failed 19990 0');
    expect(await shop.balance(account)).toBe(0);
    await shop.closes(account);
  });

  it('pays an invoice on net terms, and only what is left of the credit is held', async () => {
    const shop = await open();
    const account = await shop.account();
    const uuid = await shop.subscribe(account, await shop.plan(price(3000)), MANUAL);
    const number = await shop.numberOf(account, 'purchase');
    shop.done(
      await shop.api(
        'POST',
        `/v2/invoices/${number}/transactions`,
        '<transaction><payment_method>check</payment_method><amount_in_cents>2500</amount_in_cents></transaction>',
      ),
      201,
    );
    await shop.travel('2027-06-11T00:00:00Z');
    await shop.changed(uuid, unit(1500));
    // Two thirds of 15.00 are credited: 5.00 was still open.
    expect((await shop.books(account)).toSorted()).toEqual([
      'immediate_change open -1000 -500',
      'purchase paid 3000 0',
    ]);
    const charge = await shop.api('GET', `/v2/invoices/${number}`);
    expect(textOf(charge.xml, 'refundable_total_in_cents')).toBe('2000');
    const refunded = await shop.api(
      'POST',
      `/v2/invoices/${number}/refund`,
      '<invoice><refund_method>all_credit</refund_method></invoice>',
    );
    expect(textOf(shop.done(refunded, 201), 'total_in_cents')).toBe('-2000');
    await shop.changed(uuid, quantity(3));
    await shop.closes(account);
  });

  it('is used for other lines of the same invoice too', async () => {
    const shop = await open();
    const account = await shop.account();
    const code = await shop.plan(price(3000));
    shop.done(
      await shop.api(
        'POST',
        '/v2/purchases',
        `<purchase>${MANUAL}<account><account_code>${account}</account_code></account><currency>USD</currency><adjustments><adjustment><unit_amount_in_cents>5000</unit_amount_in_cents></adjustment></adjustments><subscriptions><subscription>${plan(code)}</subscription></subscriptions></purchase>`,
      ),
    );
    const [subscription] = (await shop.api('GET', `/v2/accounts/${account}/subscriptions`)).xml?.children ?? [];
    const uuid = textOf(subscription, 'uuid') ?? '';
    await shop.changed(uuid, unit(1000));
    await shop.changed(uuid, unit(500));
    expect((await shop.books(account)).toSorted()).toEqual([
      'immediate_change closed -2000 0',
      'immediate_change closed -500 0',
      'purchase pending 8000 5500',
    ]);
    shop.done(await shop.api('PUT', `/v2/invoices/${await shop.numberOf(account, 'purchase')}/mark_failed`));
    expect(await shop.books(account)).toContain('write_off closed -5500 0');
    expect(await shop.balance(account)).toBe(0);
    await shop.closes(account);
  });

  it('waits for a bank debit: it is held once the debit has settled', async () => {
    const shop = await open();
    const account = await shop.account(debited('111111111'));
    const uuid = await shop.subscribe(account, await shop.plan(price(3000)));
    await shop.changed(uuid, unit(1000));
    expect((await shop.books(account)).toSorted()).toEqual([
      'immediate_change closed -2000 0',
      'purchase processing 3000 1000',
    ]);
    await shop.closes(account);
    await shop.travel('2027-06-05T00:00:00Z');
    expect((await shop.books(account)).toSorted()).toEqual([
      'immediate_change open -2000 -2000',
      'purchase paid 3000 0',
    ]);
    expect(await shop.uses(account)).toEqual(['payment 2000 immediate_change to purchase void']);
    const charge = await shop.api('GET', `/v2/invoices/${await shop.numberOf(account, 'purchase')}`);
    expect(textOf(charge.xml, 'refundable_total_in_cents')).toBe('1000');
    await shop.closes(account);
  });

  it('stays with a bank debit that is returned', async () => {
    const shop = await open();
    const account = await shop.account(debited('111111112'));
    const uuid = await shop.subscribe(account, await shop.plan(price(3000)));
    await shop.changed(uuid, unit(1000));
    expect((await shop.sell(account, 500)).status).toBe(200);
    await shop.travel('2027-06-04T12:00:00Z');
    expect((await shop.books(account)).slice(0, 2).toSorted()).toEqual([
      'immediate_change closed -2000 0',
      'purchase past_due 3000 1000',
    ]);
    await shop.closes(account);
  });

  it('closes the invoice of a returned debit that it covers', async () => {
    const shop = await open({ downgrade_proration: 'full' });
    const account = await shop.account(debited('111111112'));
    const uuid = await shop.subscribe(account, await shop.plan(price(3000)));
    await shop.changed(uuid, unit(0));
    expect(await shop.books(account)).toContain('purchase processing 3000 0');
    await shop.travel('2027-06-06T00:00:00Z');
    expect((await shop.books(account)).toSorted()).toEqual(['immediate_change closed -3000 0', 'purchase paid 3000 0']);
    await shop.closes(account);
  });

  it('is not refunded by a termination of what is unpaid', async () => {
    for (const refund of ['full', 'partial']) {
      const shop = await open();
      const account = await shop.account();
      const uuid = await shop.subscribe(account, await shop.plan(price(3000)), MANUAL);
      await shop.changed(uuid, unit(1000));
      shop.done(await shop.api('PUT', `/v2/subscriptions/${uuid}/terminate?refund=${refund}`));
      expect((await shop.books(account)).toSorted()).toEqual([
        'immediate_change closed -2000 0',
        'purchase pending 3000 1000',
      ]);
      expect(await shop.balance(account)).toBe(1000);
    }
  });

  describe('whose payment is charged back', () => {
    /** Its debit settles on the fourth of June and is charged back on the eleventh; on the sixth, the price falls. */
    const credited = async () => {
      const shop = await open();
      const account = await shop.account(debited('111111114'));
      const uuid = await shop.subscribe(account, await shop.plan(price(3000)));
      await shop.travel('2027-06-06T00:00:00Z');
      await shop.changed(uuid, unit(600));
      expect((await shop.books(account)).toSorted()).toEqual([
        'immediate_change open -2000 -2000',
        'purchase paid 3000 0',
      ]);
      return { shop, account, uuid };
    };

    it('is recalled while it is open', async () => {
      const { shop, account } = await credited();
      await shop.travel('2027-06-12T00:00:00Z');
      expect((await shop.books(account)).toSorted()).toEqual([
        'external_refund closed -1000 0',
        'immediate_change closed -2000 0',
        'purchase paid 3000 0',
      ]);
      expect(await shop.balance(account)).toBe(0);
      await shop.closes(account);
    });

    it('leaves what it paid elsewhere owed, and past due without an attempt', async () => {
      const { shop, account } = await credited();
      shop.done(await shop.sell(account, 1500));
      shop.done(await shop.sell(account, 200));
      await shop.travel('2027-06-12T00:00:00Z');
      expect((await shop.books(account)).toSorted()).toEqual([
        'external_refund closed -1000 0',
        'immediate_change closed -2000 0',
        'purchase paid 3000 0',
        'purchase past_due 1500 1500',
        'purchase past_due 200 200',
      ]);
      expect(await shop.balance(account)).toBe(1700);
      await shop.closes(account);
      const events = await shop.events();
      expect(events).toEqual(
        expect.arrayContaining(['voided_credit_payment', 'reopened_charge_invoice', 'past_due_charge_invoice']),
      );
      await shop.card(account, cardInfo());
      await shop.travel('2027-06-12T01:00:00Z');
      expect(await shop.balance(account)).toBe(0);
    });

    it('is recalled from a charge that was written off, which shows it as written off', async () => {
      const { shop, account } = await credited();
      shop.done(
        await shop.api(
          'POST',
          '/v2/purchases',
          `<purchase>${MANUAL}<account><account_code>${account}</account_code></account><currency>USD</currency><adjustments><adjustment><unit_amount_in_cents>5000</unit_amount_in_cents></adjustment></adjustments></purchase>`,
        ),
      );
      shop.done(await shop.api('PUT', `/v2/invoices/${await shop.numberOf(account, 'purchase')}/mark_failed`));
      expect(await shop.uses(account)).toEqual([
        'payment 2000 immediate_change to purchase',
        'write_off 3000 write_off to purchase',
        'reduction 2000 write_off to nothing',
      ]);
      await shop.travel('2027-06-12T00:00:00Z');
      expect(await shop.uses(account)).toEqual([
        'payment 2000 immediate_change to purchase void',
        'write_off 3000 write_off to purchase',
        'reduction 2000 write_off to nothing void',
        'write_off 2000 write_off to purchase',
      ]);
      expect(await shop.balance(account)).toBe(0);
      await shop.closes(account);
    });

    it('is recalled through a charge that was itself refunded as credit', async () => {
      const { shop, account } = await credited();
      shop.done(await shop.sell(account, 1500));
      const refunded = await shop.api(
        'POST',
        `/v2/invoices/${await shop.numberOf(account, 'purchase')}/refund`,
        '<invoice><refund_method>all_credit</refund_method><amount_in_cents>1200</amount_in_cents></invoice>',
      );
      shop.done(refunded, 201);
      shop.done(await shop.sell(account, 1600));
      await shop.travel('2027-06-12T00:00:00Z');
      // Of 36.00 that were sold beside the subscription, 12.00 were refunded; credit of 1.00 was open.
      expect((await shop.books(account)).toSorted()).toEqual([
        'external_refund closed -1000 0',
        'immediate_change closed -2000 0',
        'purchase paid 3000 0',
        'purchase past_due 1500 300',
        'purchase past_due 1600 1600',
        'refund closed -1200 0',
      ]);
      expect(await shop.balance(account)).toBe(1900);
      await shop.closes(account);
    });
  });

  it('that an earlier release left open pays the charge once that is written off', async () => {
    const shop = await open();
    const account = await shop.account();
    const uuid = await shop.subscribe(account, await shop.plan(price(3000)), MANUAL);
    await shop.changed(uuid, unit(500));
    // As it was recorded before: the whole charge is owed, and its credit is open.
    const records = shop.records();
    const charge = await records.invoices.byNumber(Number(await shop.numberOf(account, 'purchase')));
    const credit = await records.invoices.byNumber(Number(await shop.numberOf(account, 'immediate_change')));
    if (!charge || !credit) throw new Error('There is a charge and a credit');
    const [use] = await records.creditPayments.ofInvoice(charge.uuid);
    if (!use) throw new Error('The credit pays the charge');
    await records.creditPayments.save({ ...use, voided_at: use.created_at });
    await records.invoices.save({ ...charge, balance_in_cents: 3000 });
    await records.invoices.save({ ...credit, state: 'open', balance_in_cents: -2500, closed_at: null });
    await records.ledger.append(creditUsed({ ids: openWorld(service().clock).ids }, use, use.created_at, 'undone'));
    await shop.closes(account);
    shop.done(await shop.sell(account, 700));
    expect(await shop.balance(account)).toBe(1200);
    const number = textOf(
      (await shop.api('GET', `/v2/accounts/${account}/invoices?sort=created_at&order=asc`)).xml?.children[0],
      'invoice_number',
    );
    shop.done(await shop.api('PUT', `/v2/invoices/${number}/mark_failed`));
    expect((await shop.books(account)).toSorted()).toEqual([
      'immediate_change closed -2500 0',
      'purchase failed 3000 0',
      'purchase past_due 700 700',
      'write_off closed -500 0',
    ]);
    await shop.closes(account);
  });
});
