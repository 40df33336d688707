import type { NoteRecord } from '@service/billing/domain/accounts/record.ts';
import { methodUuid } from '@service/billing/domain/billing-info/wallet.ts';
import type { TransactionFilter } from '@service/billing/ports/transactions.ts';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Ground } from '../storage.contract.ts';
import { aBillingInfo, anAccount, anAddress, aTransaction, id, NOON } from './samples.ts';

const everything = { sort: 'created_at', order: 'asc', limit: 200 } as const;

/** The contract of records that belong to an account. */
export const belongingsBehave = (ground: () => Ground): void => {
  const [owner, neighbour] = [anAccount(200), anAccount(201)];
  beforeAll(async () => {
    await ground().of(1).accounts.add(owner);
    await ground().of(1).accounts.add(neighbour);
  });

  test('shipping addresses are found by their number, changed, listed and removed', async () => {
    const { shippingAddresses } = ground().of(1);
    const [home, work] = [anAddress(202, owner), { ...anAddress(203, owner), nickname: 'Work' }];
    await shippingAddresses.add(home);
    await shippingAddresses.add(work);
    await shippingAddresses.add(anAddress(204, neighbour));
    expect(await shippingAddresses.find(owner.id, 203)).toEqual(work);
    expect(await shippingAddresses.find(neighbour.id, 203)).toBeUndefined();

    await shippingAddresses.save({ ...work, company_name: 'Engines', updated_at: NOON + 999 });
    const query = { ...everything, filter: { account_id: owner.id } };
    expect((await shippingAddresses.list(query)).records).toEqual([
      home,
      { ...work, company_name: 'Engines', updated_at: NOON + 999 },
    ]);
    expect(await shippingAddresses.byKeys([work.key, id(299)])).toEqual([
      { ...work, company_name: 'Engines', updated_at: NOON + 999 },
    ]);
    expect(await shippingAddresses.byKeys([])).toEqual([]);
    await shippingAddresses.remove(home.key);
    expect(await shippingAddresses.count(query)).toBe(1);
    expect(await shippingAddresses.find(owner.id, 202)).toBeUndefined();
  });

  test('a payment method takes the place of the one with its id, and keeps when that was created', async () => {
    const { paymentMethods } = ground().of(1);
    expect(await paymentMethods.primary(owner.id)).toBeUndefined();
    const card = aBillingInfo(owner);
    await paymentMethods.save(card);
    expect(await paymentMethods.primary(owner.id)).toEqual(card);

    const bank = {
      ...card,
      type: 'bank_account',
      card_type: null,
      month: null,
      year: null,
      first_six: null,
      last_four: '6789',
      account_type: 'checking',
      routing_number: '064000017',
      reference: 'bank-1',
      updated_at: NOON + 9,
    } as const;
    await paymentMethods.save({ ...bank, created_at: NOON + 9 });
    expect(await paymentMethods.primary(owner.id)).toEqual(bank);

    const agreement = {
      ...bank,
      type: 'paypal',
      last_four: null,
      account_type: null,
      routing_number: null,
      paypal_billing_agreement_id: 'B-1',
      reference: 'agreement-1',
    } as const;
    await paymentMethods.save(agreement);
    expect(await paymentMethods.primary(owner.id)).toEqual(agreement);
    expect(await paymentMethods.byId(agreement.id)).toEqual(agreement);
    expect(await paymentMethods.byId(owner.id)).toBeUndefined();
    await paymentMethods.removeAll(owner.id);
    expect(await paymentMethods.primary(owner.id)).toBeUndefined();
    expect(await paymentMethods.byId(agreement.id)).toBeUndefined();
  });

  test('several payment methods are listed with the primary first, and never two are primary or backup', async () => {
    const { paymentMethods } = ground().of(1);
    const of = (n: number, roles: object = {}) => ({
      ...aBillingInfo(neighbour),
      id: id(n),
      uuid: methodUuid(id(n)),
      primary_payment_method: false,
      created_at: NOON + n,
      ...roles,
    });
    const [old, backup, primary] = [of(210), of(211, { backup_payment_method: true }), of(212)];
    for (const method of [old, backup]) await paymentMethods.save(method);
    await paymentMethods.save({ ...primary, primary_payment_method: true });
    const found = await paymentMethods.ofAccount(neighbour.id);
    expect(found.map((one) => one.id)).toEqual([primary.id, old.id, backup.id]);
    expect(found[2]).toEqual(backup);
    expect((await paymentMethods.primary(neighbour.id))?.uuid).toBe(primary.uuid);
    expect((await paymentMethods.primaries([owner.id, neighbour.id])).map((one) => one.id)).toEqual([primary.id]);
    for (const wrong of [
      of(213, { primary_payment_method: true }),
      of(214, { backup_payment_method: true }),
      of(212, { primary_payment_method: true, backup_payment_method: true }),
    ])
      await expect(paymentMethods.save(wrong)).rejects.toThrow();
    await paymentMethods.takeRoles({ ...old, primary_payment_method: true, backup_payment_method: true });
    expect(await paymentMethods.primary(neighbour.id)).toBeUndefined();
    expect((await paymentMethods.byId(backup.id))?.backup_payment_method).toBe(false);
    const query = { ...everything, filter: { account_id: neighbour.id } };
    expect((await paymentMethods.list(query)).records.map((one) => one.id)).toEqual([old.id, backup.id, primary.id]);
    expect(await paymentMethods.count(query)).toBe(3);
    await paymentMethods.remove(old);
    expect(await paymentMethods.ofAccount(neighbour.id)).toHaveLength(2);
    await paymentMethods.removeAll(neighbour.id);
    expect(await paymentMethods.count(query)).toBe(0);
  });

  test('acquisition takes the place of what was there', async () => {
    const { acquisitions } = ground().of(1);
    const won = {
      account_id: owner.id,
      cost_in_cents: 5_00,
      currency: 'USD',
      channel: 'referral',
      subchannel: null,
      campaign: 'spring',
      created_at: NOON,
      updated_at: NOON,
    } as const;
    await acquisitions.save({ ...won, campaign: null });
    await acquisitions.save(won);
    expect(await acquisitions.find(owner.id)).toEqual(won);
    await acquisitions.remove(owner.id);
    expect(await acquisitions.find(owner.id)).toBeUndefined();
  });

  test('notes are kept and listed, newest first when asked so', async () => {
    const { notes } = ground().of(1);
    const note = (n: number): NoteRecord => ({
      id: id(n),
      account_id: owner.id,
      actor: n === 210 ? null : 'operator:ada@example.com',
      message: `Called at ${n}.`,
      created_at: NOON + n,
    });
    await notes.add(note(210));
    await notes.add(note(211));
    await notes.add({ ...note(212), account_id: neighbour.id });
    const query = { filter: { account_id: owner.id }, sort: 'updated_at', order: 'desc', limit: 5 } as const;
    expect((await notes.list(query)).records).toEqual([note(211), note(210)]);
    expect(await notes.count(query)).toBe(2);
  });

  describe('transactions', () => {
    const orphan = aTransaction(220, null, { status: 'declined' });
    const kept = [
      aTransaction(221, owner, {
        action: 'purchase',
        status: 'success',
        transaction_error: null,
        amount_in_cents: 10_00,
      }),
      aTransaction(222, owner, { action: 'authorization', status: 'void' }),
      aTransaction(223, owner, { action: 'verify', status: 'failed' }),
      aTransaction(224, neighbour, { action: 'refund', status: 'success' }),
    ];
    beforeAll(async () => {
      for (const one of [orphan, ...kept]) await ground().of(1).transactions.add(one);
    });

    test('come back as they were put in, with an account or without', async () => {
      for (const one of [orphan, ...kept]) {
        expect(await ground().of(1).transactions.find(one.uuid)).toEqual({
          ...one,
          invoice: null,
          subscription_id: null,
          tax_conversion: null,
        });
      }
      expect(await ground().of(1).transactions.find(id(299))).toBeUndefined();
    });

    test.each<[TransactionFilter, number[]]>([
      [{}, [220, 221, 222, 223, 224]],
      [{ account_id: id(200) }, [221, 222, 223]],
      [{ state: 'successful' }, [221, 224]],
      [{ state: 'failed' }, [220, 223]],
      [{ state: 'voided' }, [222]],
      [{ type: 'purchase' }, [221]],
      [{ type: 'refund' }, [224]],
      [{ type: 'authorization' }, [220, 222, 223]],
      [{ type: 'authorization', state: 'failed', account_id: id(200) }, [223]],
    ])('by %j', async (filter, expected) => {
      const query = { ...everything, filter };
      const { records } = await ground().of(1).transactions.list(query);
      expect(records.map(({ uuid }) => uuid)).toEqual(expected.map(id));
      expect(await ground().of(1).transactions.count(query)).toBe(expected.length);
    });
  });
};
