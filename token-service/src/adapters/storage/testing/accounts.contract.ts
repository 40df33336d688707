import type { AccountRecord } from '@service/billing/domain/accounts/record.ts';
import type { InvoiceRecord } from '@service/billing/domain/invoices/record.ts';
import type { SubscriptionRecord } from '@service/billing/domain/subscriptions/record.ts';
import type { AccountFilter } from '@service/billing/ports/accounts.ts';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Ground } from '../storage.contract.ts';
import { aBillingInfo, anAccount, id, NOON } from './samples.ts';
import { anInvoice, aSubscription } from './selling-samples.ts';

export const accountsBehave = (ground: () => Ground): void => {
  const read = async (account: AccountRecord): Promise<AccountRecord | undefined> =>
    ground().of(1).accounts.find(account.account_code);

  describe('an account', () => {
    test('comes back as it was put in: nil, empty text, nested, listed', async () => {
      const account = anAccount(100);
      await ground().of(1).accounts.add(account);
      expect(await read(account)).toEqual(account);
    });

    test('is read by its id, and with what events show of it', async () => {
      const { accounts } = ground().of(1);
      const account = anAccount(99);
      await accounts.add(account);
      expect(await accounts.byId(account.id)).toEqual(account);
      const { account_code, username, email, first_name, last_name, company_name, address } = account;
      expect(await accounts.snapshot(account.id)).toEqual({
        account_code,
        username,
        email,
        first_name,
        last_name,
        company_name,
        phone: address.phone,
      });
      const stranger = ground().of(2).accounts;
      expect([await stranger.byId(account.id), await stranger.snapshot(account.id)]).toEqual([undefined, undefined]);
    });

    test('comes back as it was changed', async () => {
      const before = anAccount(101);
      const after: AccountRecord = {
        ...before,
        state: 'closed',
        closed_at: NOON + 5,
        updated_at: NOON + 5,
        tax_exempt: false,
        email: null,
        company_name: 'Ada & Söhne <GmbH>',
        address: { ...before.address, address1: null, country: 'AT' },
        custom_fields: [],
      };
      await ground().of(1).accounts.add(before);
      await ground().of(1).accounts.save(after);
      expect(await read(after)).toEqual(after);
    });

    test('has a code of its own, and a capital letter makes another', async () => {
      const { accounts } = ground().of(1);
      await accounts.add(anAccount(102, { account_code: 'ada' }));
      await accounts.add(anAccount(103, { account_code: 'Ada' }));
      await expect(accounts.add(anAccount(104, { account_code: 'ada' }))).rejects.toThrow();
      expect((await accounts.find('Ada'))?.id).toBe(id(103));
      expect(await accounts.find('ADA')).toBeUndefined();
      const own = { account_id: id(103), payer_id: id(103), payer_account_code: 'Ada' };
      expect([await accounts.identify('Ada'), await accounts.identify('ADA')]).toEqual([own, undefined]);
    });

    test('knows its parent by its code, and a parent that it has children', async () => {
      const { accounts } = ground().of(1);
      const [parent, child] = [anAccount(105), anAccount(106, { parent_id: id(105) })];
      await accounts.add(parent);
      expect(await accounts.hasOpenChildren(parent.id)).toBe(false);
      await accounts.add(child);
      expect(await read(child)).toMatchObject({ parent_id: parent.id, parent_account_code: parent.account_code });
      expect(await read(parent)).toMatchObject({ has_children: true, parent_account_code: null });
      expect(await accounts.hasOpenChildren(parent.id)).toBe(true);
      await accounts.save({ ...child, state: 'closed' });
      expect(await accounts.hasOpenChildren(parent.id)).toBe(false);
      expect(await read(parent)).toMatchObject({ has_children: true });
    });

    test('cannot be put under a parent that is not there', async () => {
      await expect(
        ground()
          .of(1)
          .accounts.add(anAccount(107, { parent_id: id(999) })),
      ).rejects.toThrow();
    });

    test('knows whether billing info is stored', async () => {
      const account = anAccount(108);
      const { accounts, paymentMethods } = ground().of(1);
      await accounts.add(account);
      expect(await read(account)).toMatchObject({ has_billing_info: false });
      await paymentMethods.save(aBillingInfo(account));
      expect(await read(account)).toMatchObject({ has_billing_info: true });
      await paymentMethods.removeAll(account.id);
      expect(await read(account)).toMatchObject({ has_billing_info: false });
    });

    test.each<[SubscriptionRecord['state'], Partial<AccountRecord>]>([
      ['active', { has_active_subscription: true, has_live_subscription: true }],
      ['canceled', { has_canceled_subscription: true, has_live_subscription: true }],
      ['future', { has_future_subscription: true, has_live_subscription: true }],
      ['paused', { has_paused_subscription: true, has_live_subscription: true }],
      ['expired', {}],
    ])('with a subscription that is %s says so', async (state, expected) => {
      const n = 110 + ['active', 'canceled', 'future', 'paused', 'expired'].indexOf(state);
      const account = anAccount(n);
      await ground().of(1).accounts.add(account);
      await ground()
        .of(1)
        .subscriptions.add(aSubscription(n, account, { state }));
      expect(await read(account)).toEqual({ ...account, ...expected });
    });
  });

  describe('what an account owes', () => {
    const account = anAccount(120);
    beforeAll(async () => {
      await ground().of(1).accounts.add(account);
      const invoices: [InvoiceRecord['type'], InvoiceRecord['state'], string, number][] = [
        ['charge', 'pending', 'USD', 30_00],
        ['charge', 'past_due', 'USD', 12_50],
        ['charge', 'paid', 'USD', 0],
        ['charge', 'failed', 'USD', 99_00],
        ['credit', 'open', 'USD', -2_50],
        ['credit', 'open', 'EUR', -7_00],
        ['credit', 'closed', 'GBP', 0],
      ];
      for (const [n, [type, state, currency, balance_in_cents]] of invoices.entries()) {
        await ground()
          .of(1)
          .invoices.add(anInvoice(7000 + n, account, { type, state, currency, balance_in_cents }));
      }
    });

    test('is open charges less open credits, by currency', async () => {
      // USD 30.00 + 12.50 - 2.50; EUR is all credit; GBP has nothing open.
      expect(await ground().of(1).accounts.balance(account.id)).toEqual({
        past_due: true,
        balance_in_cents: { EUR: -7_00, USD: 40_00 },
        available_credit_balance_in_cents: { EUR: -7_00, USD: -2_50 },
      });
      expect(await read(account)).toEqual({ ...account, has_past_due_invoice: true });
    });

    test('is nothing when there are no invoices', async () => {
      expect(await ground().of(1).accounts.balance(id(100))).toEqual({
        past_due: false,
        balance_in_cents: {},
        available_credit_balance_in_cents: {},
      });
    });
  });

  describe('accounts by state', () => {
    // Site 3: one of each.
    const named = (n: number, name: string, changes: Partial<AccountRecord> = {}): AccountRecord =>
      anAccount(n, { account_code: name, ...changes });

    beforeAll(async () => {
      const { accounts } = ground().of(3);
      const subscribers = { live: 'active', waiting: 'future', former: 'expired' } as const;
      await accounts.add(named(131, 'live'));
      await accounts.add(named(132, 'waiting'));
      await accounts.add(named(133, 'former', { state: 'closed' }));
      await accounts.add(named(134, 'late'));
      await accounts.add(named(135, 'child', { parent_id: id(131) }));
      for (const [n, [code, state]] of Object.entries(subscribers).entries()) {
        const account = await accounts.find(code);
        if (account)
          await ground()
            .of(3)
            .subscriptions.add(aSubscription(n, account, { state }));
      }
      await ground()
        .of(3)
        .invoices.add(anInvoice(1, { id: id(134) }, { state: 'past_due' }));
      await ground()
        .of(3)
        .invoices.add(anInvoice(2, { id: id(131) }, { state: 'pending' }));
    });

    test.each<[AccountFilter, string[]]>([
      [{}, ['live', 'waiting', 'former', 'late', 'child']],
      [{ state: 'active' }, ['live', 'waiting', 'late', 'child']],
      [{ state: 'closed' }, ['former']],
      [{ state: 'subscriber' }, ['live', 'waiting']],
      [{ state: 'non_subscriber' }, ['former', 'late', 'child']],
      [{ state: 'past_due' }, ['late']],
      [{ parent_id: id(131) }, ['child']],
      [{ parent_id: id(131), state: 'closed' }, []],
    ])('%j', async (filter, codes) => {
      const { accounts } = ground().of(3);
      const query = { filter, sort: 'created_at', order: 'asc', limit: 200 } as const;
      const { records, more } = await accounts.list(query);
      expect(records.map((account) => account.account_code)).toEqual(codes);
      expect(more).toBe(false);
      expect(await accounts.count(query)).toBe(codes.length);
    });
  });
};
