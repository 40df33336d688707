import { beforeAll, expect, it } from 'vitest';
import { fresh } from '../service.ts';
import { onBothEngines } from './engines.ts';
import { type NotifiedShop, openNotifiedShop, WITH_CREDENTIALS } from './notified-shop.ts';
import { cardInfo } from './subscription-shop.ts';

/** Card networks and customers replace cards in time, so that subscriptions go on. */
onBothEngines(
  'updates of cards',
  (service) => {
    let shop: NotifiedShop;
    beforeAll(async () => {
      shop = await openNotifiedShop(service());
    });
    it('update a stored card, which keeps the agreement of its holder and is not verified again', async () => {
      const account = await shop.account(cardInfo());
      const records = shop.records();
      const id = (await records.accounts.identify(account))?.account_id ?? '';
      const before = (await records.paymentMethods.primary(id))!;
      await shop.events();
      const calls = service().gatewayCalls.length;
      const update = {
        kind: 'method_updated',
        method_reference: before.reference,
        card_type: null,
        first_six: null,
      } as const;
      await shop.report({ ...update, last_four: '4242', month: 3, year: 2044 });
      await shop.report({ ...update, last_four: '4242', month: 3, year: 2044 });
      const after = (await records.paymentMethods.primary(id))!;
      expect(after).toEqual({ ...before, last_four: '4242', month: 3, year: 2044, updated_at: after.updated_at });
      expect(service().gatewayCalls.length).toBe(calls);
      expect(await shop.events()).toEqual(['billing_info_updated']);
    });

    it('collect a past-due invoice once more after an update of a card that was declined for good', async () => {
      const account = await shop.account(cardInfo('4000000000009979'));
      const trial = '<trial_interval_unit>days</trial_interval_unit><trial_interval_length>7</trial_interval_length>';
      await shop.subscribe(account, await shop.plan(trial));
      await shop.travel(new Date(((await shop.now()) + 8 * 86_400) * 1000).toISOString());
      const records = shop.records();
      const id = (await records.accounts.identify(account))?.account_id ?? '';
      const pastDue = async () => (await records.invoices.openCharges(id)).find(({ state }) => state === 'past_due')!;
      const attempts = async () => (await records.transactions.ofInvoice((await pastDue()).uuid)).length;
      expect([await attempts(), (await pastDue()).attempt_next_collection_at]).toEqual([1, null]);
      const update = {
        kind: 'method_updated',
        method_reference: (await records.paymentMethods.primary(id))?.reference ?? '',
        card_type: null,
        first_six: null,
        last_four: null,
        month: 5,
        year: 2045,
      } as const;
      await shop.report(update);
      service().clock.advance({ seconds: 2 });
      await service().dueWork();
      expect([await attempts(), (await pastDue()).attempt_next_collection_at]).toEqual([2, null]);
      const [attempt] = service().gatewayCalls.slice(-1);
      expect(attempt).toMatchObject({ action: 'purchase', initiator: 'merchant' });
      // Nothing has changed, so nothing is tried again.
      await shop.report(update);
      service().clock.advance({ seconds: 2 });
      await service().dueWork();
      expect(await attempts()).toBe(2);
    });

    it('spare the holder of a card that its network has updated the mail about its expiry', async () => {
      const kept = async () =>
        (await shop.records().outbox.list({}, 500)).filter(({ kind }) => kind === 'card_expiring').length;
      const next = new Date(((await shop.now()) + 60 * 86_400) * 1000);
      const expiring = cardInfo().replace(
        '<month>12</month><year>2040</year>',
        `<month>${next.getUTCMonth() + 1}</month><year>${next.getUTCFullYear()}</year>`,
      );
      const references = [];
      for (const code of [fresh('updated'), fresh('reminded')]) {
        const opened = `<account><account_code>${code}</account_code><email>${code}@example.com</email>${expiring}</account>`;
        expect((await shop.api('POST', '/v2/accounts', opened)).status).toBe(201);
        await shop.subscribe(code, await shop.plan());
        const id = (await shop.records().accounts.identify(code))?.account_id ?? '';
        references.push((await shop.records().paymentMethods.primary(id))?.reference ?? '');
      }
      const update = { card_type: null, first_six: null, last_four: null, month: 12, year: 2049 };
      await shop.report({ kind: 'method_updated', method_reference: references[0] ?? '', ...update });
      const before = await kept();
      await shop.travel(new Date(((await shop.now()) + 95 * 86_400) * 1000).toISOString());
      expect((await kept()) - before).toBe(1);
    });

    it('keep the agreement of a customer, whether the network or the customer replaces an expiring card', async () => {
      // Its clock stands where the service started, in November 2026.
      const shop = await openNotifiedShop(service());
      const records = shop.records();
      const expiring = cardInfo().replace('<month>12</month><year>2040</year>', '<month>12</month><year>2026</year>');
      const accounts = [await shop.account(expiring), await shop.account(expiring)];
      const plan = await shop.plan();
      for (const account of accounts) await shop.subscribe(account, plan);
      const infos = async () =>
        Promise.all(
          accounts.map(
            async (code) =>
              (await records.paymentMethods.primary((await records.accounts.identify(code))?.account_id ?? ''))!,
          ),
        );
      const [byNetwork, byCustomer] = await infos();
      const { reference } = byNetwork!;
      const unchanged = { card_type: null, first_six: null, last_four: null };
      await shop.report({ kind: 'method_updated', method_reference: reference, ...unchanged, month: 12, year: 2050 });
      const replaced = await shop.api('PUT', `/v2/accounts/${accounts[1]}/billing_info`, cardInfo('4012888888881881'));
      expect(replaced.status, replaced.text).toBe(200);
      const after = await infos();
      expect(after[0]).toMatchObject({ reference, network_transaction_id: byNetwork!.network_transaction_id });
      expect(after[1]?.created_at).toBe(byCustomer!.created_at);
      const calls = service().gatewayCalls.length;
      await shop.travel('2027-01-05T00:00:00Z');
      const renewals = service()
        .gatewayCalls.slice(calls)
        .filter(
          ({ action, network_transaction_id }) =>
            action === 'purchase' && after.some((info) => info.network_transaction_id === network_transaction_id),
        );
      expect(renewals.map(({ initiator, answer }) => `${initiator} ${answer.outcome}`)).toEqual([
        'merchant succeeded',
        'merchant succeeded',
      ]);
      for (const account of accounts) expect((await shop.invoices(account)).at(-1)).toContain('renewal paid');
    });
  },
  { env: WITH_CREDENTIALS },
);
