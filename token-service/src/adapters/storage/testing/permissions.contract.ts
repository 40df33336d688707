import type { CustomerPermission } from '@service/billing/domain/entitlements/customer-permission.ts';
import { describe, expect, test } from 'vitest';
import type { Ground } from '../storage.contract.ts';
import { anAccount, anItem, id, NOON } from './samples.ts';
import { aSubscription } from './selling-samples.ts';

const aPermission = (n: number, changes: Partial<CustomerPermission> = {}): CustomerPermission => ({
  key: id(n),
  id: `permission${n}`,
  code: `permission-${n}`,
  name: 'A permission',
  description: null,
  grants: [{ kind: 'plan', granting_id: id(n + 1), created_at: NOON }],
  created_at: NOON,
  updated_at: NOON,
  ...changes,
});

/** Permissions and their grants, on every engine. */
export const permissionsBehave = (ground: () => Ground): void => {
  describe('permissions', () => {
    test('are found by code and by what grants them, changed and removed, at their own site only', async () => {
      const { permissions } = ground().of(1);
      const [video, sound] = [aPermission(9601), aPermission(9611, { grants: [] })];
      await permissions.add(video);
      await permissions.add(sound);
      expect(await permissions.find(video.code)).toEqual(video);
      expect(await permissions.all()).toEqual([video, sound]);
      expect(await permissions.count()).toBe(2);
      expect(await ground().of(2).permissions.all()).toEqual([]);
      const plan = { kind: 'plan', granting_id: id(9602) } as const;
      expect(await permissions.grantedBy([plan, { kind: 'plan', granting_id: id(9699) }])).toEqual([video]);

      const changed = { ...video, name: 'Video', description: 'In HD', grants: sound.grants, updated_at: NOON + 1 };
      await permissions.save(changed);
      expect(await permissions.find(video.code)).toEqual(changed);
      expect(await permissions.grantedBy([plan])).toEqual([]);
      await permissions.remove(video.key);
      await permissions.remove(sound.key);
      expect(await permissions.all()).toEqual([]);
    });

    test('are granted by the subscriptions of an account in some states', async () => {
      const { permissions, accounts, subscriptions } = ground().of(1);
      const [owner, other] = [anAccount(9620), anAccount(9621)];
      const plan_id = id(9629);
      for (const account of [owner, other]) await accounts.add(account);
      const live = aSubscription(9622, owner, { plan_id, activated_at: NOON + 5 });
      const ended = aSubscription(9623, owner, { plan_id, state: 'expired' });
      const future = aSubscription(9624, owner, { plan_id, state: 'future', activated_at: null, starts_at: NOON + 9 });
      const stranger = aSubscription(9625, other, { plan_id });
      for (const one of [live, ended, future, stranger]) await subscriptions.add(one);
      await permissions.add(aPermission(9626, { grants: [{ kind: 'plan', granting_id: plan_id, created_at: NOON }] }));
      const sells = [{ kind: 'plan', granting_id: plan_id }];
      const grantor = (uuid: string, started_at: number) => ({ relation: 'subscription', uuid, sells, started_at });
      expect(await permissions.grantors(owner.id, ['active', 'future'], NOON)).toEqual([
        grantor(live.uuid, NOON + 5),
        grantor(future.uuid, NOON + 9),
      ]);
      expect(await permissions.grantors(owner.id, ['canceled'], NOON)).toEqual([]);
      await permissions.remove(id(9626));
      expect(await permissions.grantors(owner.id, ['active'], NOON)).toEqual([]);
      for (const { uuid } of [live, ended, future, stranger]) await subscriptions.remove(uuid);
    });

    test('are granted by the items of a subscription, of which it has some', async () => {
      const { permissions, accounts, subscriptions, items } = ground().of(1);
      const owner = anAccount(9640);
      await accounts.add(owner);
      const [mug, cup] = [anItem(9641), anItem(9642)];
      for (const item of [mug, cup]) await items.add(item);
      const [charts] = aSubscription(9643, owner).add_ons;
      const selling = (n: number, ...codes: readonly [string, number][]) =>
        aSubscription(n, owner, {
          activated_at: NOON + n,
          add_ons: codes.map(([item_code, quantity]) => ({ ...charts!, item_code, quantity })),
        });
      const both = selling(9643, [mug.item_code, 1], [cup.item_code, 2]);
      const none = selling(9644, [mug.item_code, 0]);
      const other = selling(9645, [cup.item_code, 1]);
      for (const one of [both, none, other]) await subscriptions.add(one);
      const grants = [{ kind: 'item', granting_id: mug.id, created_at: NOON }] as const;
      await permissions.add(aPermission(9646, { grants }));
      const sells = [{ kind: 'item', granting_id: mug.id }];
      expect(await permissions.grantors(owner.id, ['active'], NOON)).toEqual([
        { relation: 'subscription', uuid: both.uuid, sells, started_at: NOON + 9643 },
      ]);
      await permissions.remove(id(9646));
      expect(await permissions.grantors(owner.id, ['active'], NOON)).toEqual([]);
      for (const { uuid } of [both, none, other]) await subscriptions.remove(uuid);
    });
  });
};
