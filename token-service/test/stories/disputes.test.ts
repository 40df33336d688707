import type { DisputeClosed, DisputeOpened } from '@service/billing/domain/payments/gateway-notification.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { textOf, within } from '../service.ts';
import { onBothEngines } from './engines.ts';
import { type Bought, type NotifiedShop, openNotifiedShop, WITH_CREDENTIALS } from './notified-shop.ts';
import { cardInfo } from './subscription-shop.ts';

const DAY = 86_400;
const iso = (at: number) => new Date(at * 1000).toISOString();

type Report = Omit<DisputeOpened, 'id' | 'at'> | Omit<DisputeClosed, 'id' | 'at'>;

/** The reports of a gateway about the dispute of a payment, by name. */
const reportsOn = ({ reference, number }: Bought, amount_in_cents = 4200) => {
  const about = {
    dispute: `dispute of ${number}`,
    reference,
    amount_in_cents,
    currency: 'USD',
    reason: 'fraudulent',
    fee: null,
  };
  return {
    inquiry: { ...about, kind: 'dispute_opened', withdrawn: false, evidence_due_at: null },
    opened: { ...about, kind: 'dispute_opened', withdrawn: true, evidence_due_at: 1_800_000_000 },
    won: { ...about, kind: 'dispute_closed', outcome: 'won' },
    lost: { ...about, kind: 'dispute_closed', outcome: 'lost' },
  } as const satisfies Record<string, Report>;
};

onBothEngines(
  'disputes',
  (service) => {
    let shop: NotifiedShop;
    beforeAll(async () => {
      shop = await openNotifiedShop(service(), { technical_contact: 'ops@shop.example' });
    });
    const transaction = async ({ payment }: Bought) => (await shop.api('GET', `/v2/transactions/${payment}`)).xml;
    const credits = async ({ number }: Bought) =>
      ((await shop.api('GET', `/v2/invoices/${number}/credit_invoices`)).xml?.children ?? []).map((one) =>
        ['origin', 'total_in_cents', 'state'].map((name) => textOf(one, name)).join(' '),
      );
    const refund = ({ number }: Bought, amount: number) =>
      shop.api(
        'POST',
        `/v2/invoices/${number}/refund`,
        `<invoice><refund_method>transaction_first</refund_method><amount_in_cents>${amount}</amount_in_cents></invoice>`,
      );
    const mails = async () =>
      (await shop.records().outbox.list({}, 200))
        .filter(({ kind }) => kind.startsWith('dispute') || kind === 'refund_failed')
        .map(({ kind, recipient }) => `${kind} ${recipient}`);

    it('that are open withdraw the amount and keep the payment from being refunded', async () => {
      const bought = await shop.buy();
      const { inquiry, opened } = reportsOn(bought);
      await shop.events();
      await shop.report(inquiry);
      expect(await shop.ledger(bought.account)).toMatchObject({ cash: 4200 });
      expect(textOf(await transaction(bought), 'message')).toBe(
        'The customer’s bank asks about the payment (fraudulent)',
      );
      await shop.report(opened);
      expect(await shop.states(bought)).toBe('success paid');
      expect(await shop.ledger(bought.account)).toMatchObject({ disputed: 4200 });
      expect(await shop.ledger(bought.account)).not.toHaveProperty('cash');
      const shown = await transaction(bought);
      expect(['message', 'refundable', 'voidable'].map((name) => textOf(shown, name))).toEqual([
        'Disputed by the customer (fraudulent)',
        'false',
        'false',
      ]);
      expect(await shop.events()).toEqual(['transaction_status_updated', 'transaction_status_updated']);
      const refused = await refund(bought, 1000);
      expect(refused.status).toBe(422);
      expect(refused.text).toContain('A payment of it is disputed.');
      expect((await shop.api('DELETE', `/v2/transactions/${bought.payment}`)).status).toBe(422);
      await shop.expectBooksToClose(bought.account);
      expect((await mails()).slice(-2)).toEqual(Array(2).fill('dispute_opened ops@shop.example'));
    });

    it('that are won leave the payment as it was', async () => {
      const bought = await shop.buy();
      const before = await shop.ledger(bought.account);
      const { opened, won } = reportsOn(bought);
      await shop.report(opened);
      await shop.events();
      await shop.report(won);
      expect(await shop.events()).toEqual(['transaction_status_updated']);
      expect(await shop.states(bought)).toBe('success paid');
      expect(await shop.ledger(bought.account)).toEqual(before);
      expect([textOf(await transaction(bought), 'message'), textOf(await transaction(bought), 'refundable')]).toEqual([
        'The dispute was won',
        'true',
      ]);
      expect(await credits(bought)).toEqual([]);
      expect((await refund(bought, 1000)).status).toBe(201);
      await shop.expectBooksToClose(bought.account);
    });

    it('that are lost void the payment; the invoice stays paid, and a credit invoice shows the amount', async () => {
      const bought = await shop.buy();
      const { opened, lost } = reportsOn(bought);
      await shop.report(opened);
      await shop.events();
      await shop.report(lost);
      expect(await shop.events()).toEqual([
        'new_credit_invoice',
        'new_credit_payment',
        'void_payment',
        'closed_credit_invoice',
      ]);
      expect(await shop.states(bought)).toBe('void paid');
      expect(await credits(bought)).toEqual(['external_refund -4200 closed']);
      expect(await shop.balance(bought.account)).toBe(0);
      const ledger = await shop.ledger(bought.account);
      expect([ledger.cash ?? 0, ledger.disputed ?? 0, ledger.revenue ?? 0]).toEqual([0, 0, 0]);
      await shop.expectBooksToClose(bought.account);
      expect((await mails()).at(-1)).toBe('dispute_opened ops@shop.example');
      expect(await mails()).toContain('dispute_closed ops@shop.example');
    });

    it('over a part of a payment leave the rest refundable', async () => {
      const bought = await shop.buy();
      const { opened, lost } = reportsOn(bought, 1000);
      await shop.report(opened);
      await shop.report(lost);
      expect(await shop.states(bought)).toBe('success paid');
      expect(await credits(bought)).toEqual(['external_refund -1000 closed']);
      expect(textOf(await transaction(bought), 'refundable')).toBe('true');
      expect(await shop.ledger(bought.account)).toMatchObject({ cash: 3200 });
      expect((await refund(bought, 3200)).status).toBe(201);
      expect(await shop.ledger(bought.account)).not.toHaveProperty('cash');
      await shop.expectBooksToClose(bought.account);
    });

    it('over more than was left after a refund lose the rest twice', async () => {
      const bought = await shop.buy();
      expect((await refund(bought, 1200)).status).toBe(201);
      const { opened, lost } = reportsOn(bought);
      await shop.report(opened);
      await shop.report(lost);
      expect(await credits(bought)).toEqual(['external_refund -3000 closed', 'refund -1200 closed']);
      // 42.00 came in, 12.00 were refunded and 42.00 charged back.
      expect(await shop.ledger(bought.account)).toMatchObject({ cash: -1200, write_off: 1200 });
      await shop.expectBooksToClose(bought.account);
    });

    it('have fees of their own currency', async () => {
      const bought = await shop.buy();
      const fee = { amount_in_cents: 1500, currency: 'USD' };
      const { opened, lost } = reportsOn(bought);
      await shop.report({ ...opened, fee });
      expect(await shop.ledger(bought.account)).toMatchObject({ disputed: 4200, fees: 1500, cash: -1500 });
      await shop.report({ ...lost, fee });
      expect(await shop.ledger(bought.account)).toMatchObject({ fees: 1500, cash: -1500 });
      await shop.expectBooksToClose(bought.account);
    });

    it('of a payment in another currency wait for an operator', async () => {
      const bought = await shop.buy();
      await shop.report({ ...reportsOn(bought).opened, currency: 'EUR' });
      const [parked] = (await shop.records().due.failed(10)).filter(({ kind }) => kind === 'gateway_notification');
      expect(parked).toMatchObject({ status: 'parked', error: expect.stringContaining('is in EUR, and its payment') });
      expect(await shop.states(bought)).toBe('success paid');
    });

    it('of more than the payment are left to an operator, and change nothing', async () => {
      const bought = await shop.buy();
      for (const [n, report] of Object.values(reportsOn(bought)).entries()) {
        const absurd = { ...report, id: `absurd ${bought.number} ${n}` };
        expect(await shop.notify({ ...absurd, amount_in_cents: 9e15 })).toBe(400);
        expect(await shop.notify({ ...absurd, amount_in_cents: 4201 })).toBeLessThan(300);
      }
      await shop.processed();
      expect(await shop.states(bought)).toBe('success paid');
      expect(await shop.ledger(bought.account)).toMatchObject({ cash: 4200 });
      expect(await shop.records().disputes.undecidedOf(bought.payment)).toEqual([]);
      const failures = await shop.records().due.failed(10);
      expect(failures.filter(({ status, error }) => status === 'parked' && /was 42\.00 USD/.test(error))).toHaveLength(
        4,
      );
    });

    describe('reported', () => {
      it.each([
        ['twice', ['opened', 'opened', 'lost', 'lost'], 'void paid'],
        ['only at their end', ['lost'], 'void paid'],
        ['in the wrong order', ['lost', 'opened', 'inquiry'], 'void paid'],
        ['won, in the wrong order', ['won', 'opened'], 'success paid'],
      ] as const)('%s, they end in the same state', async (_how, names, states) => {
        const bought = await shop.buy();
        const moments = { inquiry: 1, opened: 2, lost: 3, won: 3 };
        const now = await shop.now();
        for (const [n, name] of names.entries()) {
          await shop.report({ ...reportsOn(bought)[name], id: `${bought.number} ${n}`, at: now + moments[name] });
        }
        expect(await shop.states(bought)).toBe(states);
        const ledger = await shop.ledger(bought.account);
        expect([ledger.disputed ?? 0, ledger.cash ?? 0]).toEqual([0, states === 'void paid' ? 0 : 4200]);
        await shop.expectBooksToClose(bought.account);
      });

      it('many at once, each is recorded once', async () => {
        const bought = await shop.buy();
        const { opened, lost } = reportsOn(bought);
        const at = await shop.now();
        const statuses = await Promise.all(
          [opened, lost, opened, lost, lost].map((report) =>
            shop.notify({ ...report, id: `${bought.number} ${report.kind}`, at }),
          ),
        );
        expect(statuses).toEqual([200, 200, 200, 200, 200]);
        await service().dueWork();
        expect(await shop.states(bought)).toBe('void paid');
        expect(await credits(bought)).toEqual(['external_refund -4200 closed']);
        await shop.expectBooksToClose(bought.account);
      });
    });

    it('of a bank debit agree with its look-up, whichever comes first', async () => {
      const bank =
        '<billing_info><name_on_account>Ada Lovelace</name_on_account><routing_number>123456780</routing_number>' +
        '<account_number>111111114</account_number><account_type>checking</account_type></billing_info>';
      const [first, second] = [await shop.buy(bank), await shop.buy(bank)];
      const start = await shop.now();
      await shop.travel(iso(start + 9 * DAY));
      await shop.report(reportsOn(first).opened);
      // The look-up of the tenth day finds both charged back.
      await shop.travel(iso(start + 11 * DAY));
      for (const bought of [first, second]) {
        await shop.report(reportsOn(bought).opened);
        await shop.report(reportsOn(bought).lost);
        expect(await shop.states(bought)).toBe('void paid');
        expect(await credits(bought)).toEqual(['external_refund -4200 closed']);
        const ledger = await shop.ledger(bought.account);
        expect([ledger.disputed ?? 0, ledger.cash ?? 0]).toEqual([0, 0]);
        await shop.expectBooksToClose(bought.account);
      }
    });
  },
  { env: WITH_CREDENTIALS },
);

onBothEngines(
  'a dispute, where a site says so,',
  (service) => {
    const openRenewing = async (on_dispute: ('pause_dunning' | 'cancel_subscriptions')[]) => {
      const shop = await openNotifiedShop(service(), { on_dispute });
      const account = await shop.account(cardInfo());
      const subscription = await shop.subscribe(account, await shop.plan());
      const [invoice] = (await shop.api('GET', `/v2/accounts/${account}/invoices`)).xml?.children ?? [];
      const payment = within(invoice, 'transactions', 'transaction');
      const bought = {
        account,
        number: textOf(invoice, 'invoice_number') ?? '',
        payment: textOf(payment, 'uuid') ?? '',
        reference: textOf(payment, 'reference') ?? '',
      };
      return { shop, subscription, bought };
    };

    it('cancels the subscriptions that the payment paid for', async () => {
      const { shop, subscription, bought } = await openRenewing(['cancel_subscriptions']);
      await shop.report(reportsOn(bought, 3000).inquiry);
      expect(await shop.show(subscription, 'state')).toEqual(['active']);
      await shop.report(reportsOn(bought, 3000).opened);
      expect(await shop.show(subscription, 'state')).toEqual(['canceled']);
      expect(await shop.events()).toContain('canceled_subscription');
    });

    it('refuses to end a subscription with a refund of the disputed payment', async () => {
      const { shop, subscription, bought } = await openRenewing([]);
      await shop.report(reportsOn(bought, 3000).opened);
      const terminate = (refund: string) =>
        shop.api('PUT', `/v2/subscriptions/${subscription}/terminate?refund=${refund}`);
      const refused = await terminate('full');
      expect([refused.status, refused.text.includes('A payment of it is disputed.')]).toEqual([422, true]);
      expect(await shop.show(subscription, 'state')).toEqual(['active']);
      expect((await terminate('none')).status).toBe(200);
    });

    it('changes no subscription by default', async () => {
      const { shop, subscription, bought } = await openRenewing([]);
      await shop.report(reportsOn(bought, 3000).opened);
      await shop.report(reportsOn(bought, 3000).lost);
      expect(await shop.show(subscription, 'state')).toEqual(['active']);
    });

    it('pauses dunning and retries of the account until it is decided', async () => {
      const { shop, bought } = await openRenewing(['pause_dunning']);
      const records = shop.records();
      const id = (await records.accounts.identify(bought.account))?.account_id ?? '';
      // The card is replaced by one that is declined at every charge.
      const replaced = await shop.api(
        'PUT',
        `/v2/accounts/${bought.account}/billing_info`,
        cardInfo('4000000000000341'),
      );
      expect(replaced.status, replaced.text).toBe(200);
      const start = await shop.now();
      await shop.travel(iso(start + 32 * DAY));
      const pastDue = async () => (await records.invoices.openCharges(id)).find(({ state }) => state === 'past_due')!;
      const attempts = async () => (await records.transactions.ofInvoice((await pastDue()).uuid)).length;
      const before = [(await pastDue()).dunning?.events_count, await attempts()];
      await shop.report(reportsOn(bought, 3000).opened);
      await shop.travel(iso(start + 52 * DAY));
      expect([(await pastDue()).dunning?.events_count, await attempts()]).toEqual(before);
      await shop.report(reportsOn(bought, 3000).won);
      await shop.travel(iso(start + 56 * DAY));
      const after = [(await pastDue()).dunning?.events_count, await attempts()];
      expect(after.map((count, n) => (count ?? 0) > (before[n] ?? 0))).toEqual([true, true]);
    });
  },
  { env: WITH_CREDENTIALS },
);
