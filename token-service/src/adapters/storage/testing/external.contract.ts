import type {
  ExternalInvoiceRow,
  ExternalPhaseRow,
  ExternalReferenceRecord,
  ExternalSubscriptionRow,
} from '@service/billing/domain/external/record.ts';
import { describe, expect, test } from 'vitest';
import type { Ground } from '../storage.contract.ts';
import { anAccount, aPlan, id, NOON } from './samples.ts';

const dated = { created_at: NOON, updated_at: NOON };
const listed = { sort: 'created_at', order: 'asc', limit: 10 } as const;

const aSubscription = (account_id: string, reference_key: string | null): ExternalSubscriptionRow => ({
  ...dated,
  key: id(9701),
  uuid: 'ext000009701',
  account_id,
  reference_key,
  external_id: 'store-9701',
  last_purchased: NOON,
  auto_renew: true,
  in_grace_period: false,
  app_identifier: null,
  quantity: 1,
  state: 'active',
  activated_at: NOON + 3,
  canceled_at: null,
  expires_at: NOON + 9,
  trial_started_at: null,
  trial_ends_at: null,
  test: false,
  imported: true,
});

const aPhase = (account_id: string): ExternalPhaseRow => ({
  ...dated,
  key: id(9702),
  id: 'ext000009702',
  account_id,
  subscription_key: id(9701),
  started_at: NOON,
  ends_at: null,
  starting_billing_period_index: 1,
  ending_billing_period_index: null,
  offer_type: 'introductory',
  offer_name: null,
  period_count: 2,
  period_length: '2 MONTHS',
  amount: '4.99',
  currency: 'USD',
});

const anExternalInvoice = (account_id: string): ExternalInvoiceRow => ({
  ...dated,
  key: id(9703),
  id: 'ext000009703',
  account_id,
  subscription_key: id(9701),
  phase_key: id(9702),
  external_id: 'store-9701-1',
  state: 'paid',
  currency: 'USD',
  total: '4.99',
  line_items: [{ external_product_reference: null, description: 'Gold', unit_amount: '4.99', quantity: 1 }],
  purchased_at: NOON,
});

/** Records of app stores, on every engine. */
export const externalRecordsBehave = (ground: () => Ground): void => {
  describe('records of app stores', () => {
    test('are found by their ids and those of the store, at their own site only, and grant by their product', async () => {
      const { external, accounts, plans, permissions } = ground().of(1);
      const [owner, plan] = [anAccount(9710), aPlan(9711, { plan_code: 'app-gold' })];
      await accounts.add(owner);
      await plans.add(plan);
      const product = { ...dated, key: id(9712), id: 'ext000009712', plan_id: plan.id, name: 'Gold' };
      await external.products.add(product);
      const reference: ExternalReferenceRecord = {
        ...dated,
        key: id(9713),
        id: 'ext000009713',
        product_key: product.key,
        reference_code: 'gold',
        external_connection_type: 'apple_app_store',
      };
      await external.references.add(reference);
      const whole = {
        ...product,
        plan: { plan_code: 'app-gold', name: plan.name },
        external_product_references: [reference],
      };
      expect(await external.products.find(product.id)).toEqual(whole);
      expect(await external.products.byKey(product.key)).toMatchObject(product);
      expect((await external.products.list({ ...listed, filter: {} })).records).toEqual([whole]);
      expect(await external.products.count({ ...listed, filter: {} })).toBe(1);
      expect(await external.references.find(reference.id)).toEqual(reference);
      expect(await external.references.named('gold', 'apple_app_store')).toEqual(reference);
      expect(await external.references.named('gold', 'google_play_store')).toBeUndefined();
      const ofProduct = { ...listed, filter: { product_key: product.key } };
      expect((await external.references.list(ofProduct)).records).toEqual([reference]);
      expect(await external.references.count(ofProduct)).toBe(1);

      const row = aSubscription(owner.id, reference.key);
      await external.subscriptions.add(row);
      const shown = { ...row, account_code: owner.account_code, external_product_reference: reference };
      expect(await external.subscriptions.find({ id: row.uuid })).toEqual(shown);
      expect(await external.subscriptions.find({ external_id: row.external_id })).toEqual(shown);
      expect(await ground().of(2).external.subscriptions.find({ id: row.uuid })).toBeUndefined();
      const ofAccount = { ...listed, filter: { account_id: owner.id } };
      expect((await external.subscriptions.list(ofAccount)).records).toEqual([shown]);
      expect(await external.subscriptions.count({ ...listed, filter: {} })).toBe(1);

      const phase = aPhase(owner.id);
      await external.phases.add(phase);
      const shownPhase = { ...phase, subscription_uuid: row.uuid };
      expect(await external.phases.find(phase.id)).toEqual(shownPhase);
      expect(await external.phases.beginning(row.key, 1)).toEqual(shownPhase);
      expect(await external.phases.beginning(row.key, 2)).toBeUndefined();
      await external.phases.save({ ...phase, offer_name: 'First' });
      const ofSubscription = { ...listed, filter: { subscription_key: row.key } };
      expect((await external.phases.list(ofSubscription)).records).toMatchObject([{ offer_name: 'First' }]);
      expect(await external.phases.count(ofSubscription)).toBe(1);

      const invoice = anExternalInvoice(owner.id);
      await external.invoices.add(invoice);
      const named = { account_code: owner.account_code, subscription_uuid: row.uuid, phase_id: phase.id };
      expect(await external.invoices.find({ id: invoice.id })).toEqual({ ...invoice, ...named });
      await external.invoices.save({ ...invoice, total: '5' });
      expect((await external.invoices.list(ofSubscription)).records).toMatchObject([{ total: '5' }]);
      expect(await external.invoices.count(ofAccount)).toBe(1);

      const account = {
        ...dated,
        key: id(9714),
        id: 'ext000009714',
        account_id: owner.id,
        external_account_code: 'a-1',
        external_connection_type: 'AppleAppStore',
      };
      await external.accounts.add(account);
      expect(await external.accounts.find(owner.id, account.id)).toEqual(account);
      expect(await external.accounts.named('a-1', 'AppleAppStore')).toEqual(account);
      await external.accounts.save({ ...account, external_account_code: 'a-2' });
      expect((await external.accounts.list(ofAccount)).records).toMatchObject([{ external_account_code: 'a-2' }]);
      expect(await external.accounts.count(ofAccount)).toBe(1);
      await external.accounts.remove(account.key);

      const grants = [{ kind: 'plan', granting_id: plan.id, created_at: NOON }] as const;
      const about = { key: id(9715), id: 'ext000009715', code: 'app', name: 'App', description: null };
      await permissions.add({ ...dated, ...about, grants });
      const granted = async (at: number) => (await permissions.grantors(owner.id, ['active', 'canceled'], at)).length;
      expect(await granted(NOON)).toBe(1);
      await external.subscriptions.save({ ...row, state: 'canceled' });
      expect([await granted(NOON + 8), await granted(NOON + 9)]).toEqual([1, 0]);
      expect(await permissions.grantors(owner.id, ['expired'], NOON + 9)).toEqual([
        {
          relation: 'external_subscription',
          uuid: row.uuid,
          sells: [{ kind: 'plan', granting_id: plan.id }],
          started_at: NOON + 3,
        },
      ]);
      await permissions.remove(about.key);

      await external.products.save({ ...product, name: 'Gone', plan_id: null });
      expect(await external.products.find(product.id)).toMatchObject({ name: 'Gone', plan: null });
      await external.references.add({ ...reference, key: id(9716), id: 'ext000009716', reference_code: 'other' });
      await external.references.remove(id(9716));
      await external.products.remove(product.key);
      expect(await external.subscriptions.find({ id: row.uuid })).toMatchObject({ external_product_reference: null });
      expect(await external.references.find(reference.id)).toBeUndefined();
      await plans.save({ ...plan, state: 'inactive' });
    });
  });
};
