import type { CustomerPermission } from '@service/billing/domain/entitlements/customer-permission.ts';
import { describe, expect, test } from 'vitest';
import type { Ground } from '../storage.contract.ts';
import { anAccount, id, NOON } from './samples.ts';
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
  });
};
