import type { Site } from '@service/billing/resources/site.ts';
import { expect, it } from 'vitest';
import { findings, fresh, textOf, within } from '../service.ts';
import { onBothEngines } from './engines.ts';
import { cardInfo, openShop } from './subscription-shop.ts';

/** Account numbers by what the sandbox's bank does with their debits, and the day. */
const BANK = { settles: '111111111', returns: '111111112', 'charges back': '111111114' } as const;

onBothEngines('gift cards bought by bank debit', (service) => {
  const open = async (changes: Partial<Site> = {}) => {
    const shop = await openShop(service(), changes);
    const { api, records } = shop;
    const account = async () => {
      const code = fresh('friend');
      await api('POST', '/v2/accounts', `<account><account_code>${code}</account_code></account>`);
      return code;
    };
    const buy = async (bank: keyof typeof BANK, more = '') => {
      const info = `<billing_info><name_on_account>Ada</name_on_account><routing_number>123456780</routing_number><account_number>${BANK[bank]}</account_number><account_type>checking</account_type></billing_info>`;
      const gifter = fresh('gifter');
      const bought = await api(
        'POST',
        '/v2/gift_cards',
        `<gift_card><gifter_account><account_code>${gifter}</account_code>${info}</gifter_account><product_code>tideline</product_code>` +
          '<unit_amount_in_cents>5000</unit_amount_in_cents><currency>USD</currency>' +
          `<delivery><method>email</method><email_address>friend@example.com</email_address>${more}</delivery></gift_card>`,
      );
      expect(bought.status, bought.text).toBe(201);
      const path = (name: string) => new URL(within(bought.xml, name)?.attributes.get('href') ?? '').pathname;
      const code = textOf(bought.xml, 'redemption_code') ?? '';
      const invoice = path('purchase_invoice');
      const own = new URL(bought.headers.get('location') ?? '').pathname;
      return {
        code,
        gifter,
        invoice,
        show: async (...names: string[]) => {
          const card = (await api('GET', own)).xml;
          return names.map((name) => textOf(card, name) || null);
        },
        offers: async () => (await api('GET', own)).xml?.children.some(({ name }) => name === 'a') ?? false,
        state: async () => textOf((await api('GET', invoice)).xml, 'state'),
        redeem: async () => {
          const to = `<recipient_account><account_code>${await account()}</account_code></recipient_account>`;
          const { status, xml } = await api('POST', `/v2/gift_cards/${code}/redeem`, to);
          return status === 201 ? 'redeemed' : textOf(xml, 'symbol');
        },
        /** Pays a purchase with it. */
        spend: async () => {
          const answer = await api(
            'POST',
            '/v2/purchases',
            `<purchase><account><account_code>${await account()}</account_code>${cardInfo()}</account><currency>USD</currency><adjustments><adjustment><unit_amount_in_cents>5000</unit_amount_in_cents></adjustment></adjustments><gift_card><redemption_code>${code}</redemption_code></gift_card></purchase>`,
          );
          return answer.status === 200 ? 'spent' : findings(answer.xml).join();
        },
        ledger: async () => {
          const { accounts, ledger } = records();
          return ledger.balances((await accounts.find(gifter))?.id ?? '', 'USD');
        },
      };
    };
    const mails = async () => {
      const all = await records().outbox.list({}, 100);
      return all.filter(({ kind }) => kind === 'gift_card_delivery').length;
    };
    const days = async (n: number) => {
      const now = textOf((await api('GET', '/v2/sandbox/clock')).xml, 'now') ?? '';
      await shop.travel(new Date(Date.parse(now) + n * 86_400_000).toISOString().replace('.000', ''));
    };
    return { ...shop, buy, mails, days };
  };

  it('are delivered and redeemable once the debit has settled', async () => {
    const shop = await open();
    const card = await shop.buy('settles');
    expect([await card.state(), await card.offers(), await shop.mails()]).toEqual(['processing', false, 0]);
    expect(await card.show('delivered_at')).toEqual([null]);
    expect([await card.redeem(), await card.spend()]).toEqual([
      'gift_card_not_paid',
      'purchase.gift_card.redemption_code invalid',
    ]);
    const key = await shop.records().giftCards.byCode(card.code);
    expect(await shop.records().giftCards.redeem(key?.key ?? '', 1)).toBe(false);

    await shop.days(2);
    expect([await card.redeem(), await shop.mails()]).toEqual(['gift_card_not_paid', 0]);
    await shop.days(2);
    expect([await card.state(), await card.offers(), await shop.mails()]).toEqual(['paid', true, 1]);
    // The mail left at the moment of the settlement, not of the purchase.
    const closed = textOf((await shop.api('GET', card.invoice)).xml, 'closed_at');
    expect(await card.show('delivered_at')).toEqual([closed]);
    expect([await card.redeem(), await card.redeem()]).toEqual(['redeemed', 'bad_request']);
  });

  it('are not delivered before the moment that their buyer named', async () => {
    const shop = await open();
    const now = Date.parse(textOf((await shop.api('GET', '/v2/sandbox/clock')).xml, 'now') ?? '');
    const later = (ms: number) => `<deliver_at>${new Date(now + ms).toISOString()}</deliver_at>`;
    const soon = await shop.buy('settles', later(86_400_000));
    const late = await shop.buy('settles', later(6 * 86_400_000));
    await shop.days(2);
    expect(await shop.mails()).toBe(0);
    await shop.days(2);
    expect([await soon.redeem(), await late.redeem(), await shop.mails()]).toEqual(['redeemed', 'redeemed', 1]);
    await shop.days(3);
    expect(await shop.mails()).toBe(2);
  });

  it('wait for another payment when the bank returns the debit, and are canceled when there is none', async () => {
    const shop = await open();
    const [saved, lost] = [await shop.buy('returns'), await shop.buy('returns')];
    await shop.days(3);
    for (const card of [saved, lost]) {
      expect([await card.state(), await card.redeem(), await shop.mails()]).toEqual([
        'past_due',
        'gift_card_not_paid',
        0,
      ]);
    }
    const paying = await shop.api('PUT', `/v2/accounts/${saved.gifter}/billing_info`, cardInfo());
    expect([200, 201]).toContain(paying.status);
    await shop.days(1);
    expect([await saved.state(), await shop.mails(), await saved.redeem()]).toEqual(['paid', 1, 'redeemed']);

    expect((await shop.api('PUT', `${lost.invoice}/mark_failed`)).status).toBe(200);
    expect([await lost.redeem(), await lost.offers()]).toEqual(['gift_card_canceled', false]);
    expect(await lost.show('canceled_at')).not.toEqual([null]);
    const { gift_cards = 0, write_off = 0, receivable = 0, cash = 0 } = await lost.ledger();
    expect([gift_cards, write_off, receivable, cash]).toEqual([0, 0, 0, 0]);
    await shop.days(30);
    expect(await shop.mails()).toBe(1);
  });

  it('are canceled when the debit is charged back, unless they were redeemed', async () => {
    const shop = await open();
    const [open_, spent] = [await shop.buy('charges back'), await shop.buy('charges back')];
    await shop.days(4);
    expect(await spent.redeem()).toBe('redeemed');
    await shop.days(10);
    expect(await open_.redeem()).toBe('gift_card_canceled');
    expect(await spent.redeem()).toBe('bad_request');
    const ledgers = [await open_.ledger(), await spent.ledger()];
    // The value of the redeemed card is with its recipient; the merchant has lost the price.
    expect(
      ledgers.map(({ gift_cards = 0, revenue = 0, write_off = 0, cash = 0 }) => [gift_cards, revenue, write_off, cash]),
    ).toEqual([
      [0, 0, 0, 0],
      [-5000, 0, 5000, 0],
    ]);
  });

  it('are delivered at once where the site allows it, and end with the debit', async () => {
    const shop = await open({ gift_cards_before_settlement: true });
    const [kept, returned, early] = [await shop.buy('settles'), await shop.buy('returns'), await shop.buy('settles')];
    expect([await shop.mails(), await kept.offers(), await kept.state()]).toEqual([3, true, 'processing']);
    expect(await early.redeem()).toBe('redeemed');
    await shop.days(3);
    expect(await returned.state()).toBe('past_due');
    // The debit is tried again, and is not trusted again.
    await shop.days(1);
    expect(await returned.state()).toBe('processing');
    expect([await kept.spend(), await returned.redeem(), await shop.mails()]).toEqual([
      'spent',
      'gift_card_not_paid',
      3,
    ]);
    // The price of a redeemed card is not refunded, also when it settles after the redemption.
    const invoice = (await shop.api('GET', early.invoice)).xml;
    expect([textOf(invoice, 'state'), textOf(invoice, 'refundable_total_in_cents')]).toEqual(['paid', '0']);
  });
});
