import type { GatewayAccount } from '@service/billing/domain/gateway-accounts/account.ts';
import { describe, expect, test } from 'vitest';
import type { Ground } from '../storage.contract.ts';
import { aBillingInfo, anAccount, anIntent, aSite, aTransaction, id, NOON } from './samples.ts';
import { aSubscription } from './selling-samples.ts';

const anAccountAt = (code: string, changes: Partial<GatewayAccount> = {}): GatewayAccount => ({
  code,
  adapter: 'test',
  active: true,
  currencies: null,
  brands: null,
  countries: null,
  position: 1,
  sealed_credentials: 'c2VhbGVk',
  endpoint: null,
  created_at: NOON,
  updated_at: NOON,
  ...changes,
});

/** Gateway accounts, on every engine. */
export const gatewayAccountsBehave = (ground: () => Ground): void => {
  describe('gateway accounts', () => {
    test('are in their order of choice, changed and removed, at their own site only', async () => {
      const { gatewayAccounts } = ground().of(1);
      const europe = anAccountAt('europe', {
        currencies: ['EUR', 'GBP'],
        brands: ['Visa', 'American Express'],
        countries: ['DE'],
        position: 2,
      });
      const [main, backup] = [anAccountAt('main', { position: 1 }), anAccountAt('backup', { position: 2 })];
      for (const account of [europe, main, backup]) await gatewayAccounts.add(account);
      expect(await gatewayAccounts.all()).toEqual([main, backup, europe]);
      expect(await ground().of(2).gatewayAccounts.all()).toEqual([]);
      expect(await ground().of(2).gatewayAccounts.find('europe')).toBeUndefined();

      const changed = { ...europe, active: false, brands: null, position: 1, updated_at: NOON + 1 };
      await gatewayAccounts.save(changed);
      await ground()
        .of(2)
        .gatewayAccounts.save({ ...main, adapter: 'other' });
      await ground().of(2).gatewayAccounts.remove('main');
      expect(await gatewayAccounts.all()).toEqual([changed, main, backup]);

      const again = ground().open.storage.transaction(ground().siteId(1), (records) =>
        records.gatewayAccounts.add(anAccountAt('main')),
      );
      await expect(again).rejects.toThrow();
      for (const { code } of [europe, main, backup]) await gatewayAccounts.remove(code);
      expect(await gatewayAccounts.find('main')).toBeUndefined();
    });

    test('count the payment methods, payments under way, awaited settlements and subscriptions that need them', async () => {
      await ground().open.sites.add(aSite(9600));
      const records = ground().open.storage.of(id(9600));
      const [ada, bob] = [anAccount(9601), anAccount(9602)];
      for (const account of [ada, bob]) await records.accounts.add(account);
      const none = { payment_methods: 0, intents: 0, settlements: 0, subscriptions: 0 };
      expect(await records.gatewayAccounts.uses('main')).toEqual(none);

      const named = { gateway_code: 'main' };
      await records.paymentMethods.save({ ...aBillingInfo(ada), ...named });
      await records.paymentMethods.save({ ...aBillingInfo(bob), gateway_code: 'other' });
      await records.intents.open({ ...anIntent(9603, 'ada', 1), ...named });
      await records.transactions.add(aTransaction(9604, ada, { ...named, settlement_due_at: NOON }));
      await records.transactions.add(aTransaction(9605, ada, { ...named, settlement_due_at: null }));
      await records.subscriptions.add(aSubscription(9606, ada, { ...named, state: 'active' }));
      await records.subscriptions.add(aSubscription(9607, ada, { ...named, state: 'expired' }));
      const uses = { payment_methods: 1, intents: 1, settlements: 1, subscriptions: 1 };
      expect(await records.gatewayAccounts.uses('main')).toEqual(uses);
      expect(await ground().of(2).gatewayAccounts.uses('main')).toEqual(none);
    });

    test('keep what a challenged payment is confirmed with', async () => {
      const ada = anAccount(9611);
      const { accounts, transactions } = ground().of(1);
      await accounts.add(ada);
      const challenged = aTransaction(9612, ada, { action_token: 'confirm-me' });
      await transactions.add(challenged);
      expect((await transactions.find(challenged.uuid))?.action_token).toBe('confirm-me');
    });
  });
};
