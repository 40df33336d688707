import { describe, expect, test } from 'vitest';
import type { Ground } from '../storage.contract.ts';
import { id, NOON } from './samples.ts';
import { aBusinessEntity } from './selling-samples.ts';

const everything = { sort: 'created_at', order: 'asc', limit: 200 } as const;

const anAccount = (n: number, account_type: 'liability' | 'revenue') => ({
  key: id(n),
  id: `gl${n}`,
  code: `code ${n}`,
  account_type,
  description: null,
  created_at: NOON + n,
  updated_at: NOON + n,
});

/** General ledger accounts, and the performance obligations that a site added. */
export const generalLedgerBehaves = (ground: () => Ground): void => {
  describe('the general ledger', () => {
    const [revenue, liability] = [anAccount(9801, 'revenue'), anAccount(9802, 'liability')];

    test('has accounts that are found by id and by code, changed, and listed by type', async () => {
      const { generalLedgerAccounts } = ground().of(3);
      for (const account of [revenue, liability]) await generalLedgerAccounts.add(account);
      expect(await generalLedgerAccounts.find(revenue.id)).toEqual(revenue);
      expect(await generalLedgerAccounts.coded(liability.code)).toEqual(liability);
      expect(await generalLedgerAccounts.byIds([revenue.id, 'unknown'])).toEqual([revenue]);
      expect(await generalLedgerAccounts.byIds([])).toEqual([]);
      await expect(generalLedgerAccounts.add({ ...anAccount(9803, 'revenue'), code: revenue.code })).rejects.toThrow();
      const renamed = { ...revenue, code: '4000', description: 'Plans' };
      await generalLedgerAccounts.save(renamed);
      const all = await generalLedgerAccounts.list({ ...everything, filter: {} });
      expect(all.records).toEqual([renamed, liability]);
      const some = { ...everything, filter: { account_type: 'liability' } } as const;
      expect((await generalLedgerAccounts.list(some)).records).toEqual([liability]);
      expect(await generalLedgerAccounts.count(some)).toBe(1);
      const stranger = ground().of(1).generalLedgerAccounts;
      expect(await stranger.find(revenue.id)).toBeUndefined();
      expect(await stranger.coded('4000')).toBeUndefined();
      expect(await stranger.byIds([revenue.id])).toEqual([]);
      expect(await stranger.count({ ...everything, filter: {} })).toBe(0);
    });

    test('has entities that sell, which are found by their id after they were removed, too', async () => {
      const { businessEntities } = ground().of(3);
      const entity = aBusinessEntity(9820, 'AT');
      await businessEntities.add(entity);
      expect(await businessEntities.all()).toEqual([entity]);
      expect(await ground().of(1).businessEntities.all()).toEqual([]);
      expect(await ground().of(1).businessEntities.find(entity.id)).toBeUndefined();
      await expect(businessEntities.add({ ...entity, key: id(9821), id: 'be9821' })).rejects.toThrow();
      const removed = { ...entity, state: 'inactive', is_default: false } as const;
      await businessEntities.save(removed);
      expect(await businessEntities.all()).toEqual([]);
      expect(await businessEntities.find(entity.id)).toEqual(removed);
      await businessEntities.add({ ...entity, key: id(9821), id: 'be9821' });
    });

    test('has obligations until they are removed', async () => {
      const { performanceObligations } = ground().of(3);
      const own = { key: id(9810), id: '7', state: 'active', name: 'Own', created_at: NOON, updated_at: NOON } as const;
      await performanceObligations.add(own);
      expect(await performanceObligations.all()).toEqual([own]);
      expect(await ground().of(1).performanceObligations.all()).toEqual([]);
      await performanceObligations.save({ ...own, state: 'inactive' });
      expect(await performanceObligations.all()).toEqual([]);
    });
  });
};
