import type { BusinessEntityRecord } from '@service/billing/domain/business-entities/record.ts';
import { describe, expect, test } from 'vitest';
import type { Ground } from '../storage.contract.ts';
import { id, NOON } from './samples.ts';

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
      const address = { address1: 'Kai 1', address2: null, city: 'Hamburg', state: null, zip: '20457' };
      const entity: BusinessEntityRecord = {
        key: id(9820),
        id: 'be9820',
        state: 'active',
        code: 'germany',
        name: 'Küste GmbH',
        invoice_display_address: { ...address, country: 'DE', phone: null },
        tax_address: { ...address, country: 'AT', phone: '+43 1' },
        origin_tax_address_source: 'origin',
        destination_tax_address_source: 'destination',
        subscriber_location_countries: ['DE', 'AT'],
        default_vat_number: 'DE123456789',
        default_registration_number: null,
        default_liability_gl_account_id: null,
        default_revenue_gl_account_id: 'gl9801',
        is_default: true,
        invoice_number_prefix: 'DE',
        customer_notes: 'Danke',
        terms_and_conditions: null,
        vat_reverse_charge_notes: null,
        mail_from: 'rechnung@kueste.example',
        created_at: NOON,
        updated_at: NOON,
      };
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
