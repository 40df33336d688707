import { expect, test } from 'vitest';
import { type CustomerPermission, permissionIssues } from './customer-permission.ts';
import { entitlementsOf, type Grantor } from './entitlements.ts';

const permission = (key: string, grants: Readonly<Record<string, number>>, updated_at = 0): CustomerPermission => ({
  key,
  id: key,
  code: `code-${key}`,
  name: key,
  description: null,
  grants: Object.entries(grants).map(([granting_id, created_at]) => ({ kind: 'plan', granting_id, created_at })),
  created_at: 0,
  updated_at,
});

const grantor = (uuid: string, granting_id: string, started_at: number): Grantor => ({
  relation: 'subscription',
  uuid,
  sells: [{ kind: 'plan', granting_id }],
  started_at,
});

test('a permission is held once, however many subscriptions grant it, from when the first of them did', () => {
  const video = permission('video', { gold: 5, silver: 5 });
  const held = entitlementsOf([video], [grantor('b', 'silver', 30), grantor('a', 'gold', 20), grantor('c', 'gold', 9)]);
  expect(held).toEqual([
    {
      key: 'video',
      customer_permission: { id: 'video', code: 'code-video', name: 'video', description: null },
      granted_by: ['c', 'a', 'b'].map((uuid) => ({ relation: 'subscription', uuid })),
      created_at: 9,
      updated_at: 30,
    },
  ]);
});

test('a grant begins when there is both the subscription and the rule', () => {
  const [late] = entitlementsOf([permission('video', { gold: 50 }, 60)], [grantor('a', 'gold', 20)]);
  expect(late).toMatchObject({ created_at: 50, updated_at: 60 });
});

test('permissions are ordered by when they began, those that no subscription grants are left out', () => {
  const all = [permission('z', { gold: 5 }), permission('y', { gold: 5 }), permission('x', { silver: 1 })];
  expect(entitlementsOf(all, [grantor('a', 'gold', 5)]).map(({ key }) => key)).toEqual(['y', 'z']);
  expect(entitlementsOf(all, [])).toEqual([]);
});

test('a code has lower-case letters, digits and a few marks, a name is not blank', () => {
  const said = { code: 'hd-video', name: 'HD', description: null };
  expect(permissionIssues(said)).toEqual([]);
  expect(permissionIssues({ ...said, code: 'HD video', name: ' ', description: 'x'.repeat(256) })).toEqual([
    { field: 'permission.code', symbol: 'invalid' },
    { field: 'permission.name', symbol: 'blank' },
    { field: 'permission.description', symbol: 'too_long', count: 255 },
  ]);
});
