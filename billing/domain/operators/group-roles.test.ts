import { expect, test } from 'vitest';
import { readGroupRoles, rolesOfGroups } from './group-roles.ts';

test('groups have roles at every site or at one', () => {
  const mapping = readGroupRoles('billing-admins=admin, Help desk=acme:support,Help desk=beta:analyst,a=b=owner') ?? [];
  expect(mapping).toEqual([
    { group: 'billing-admins', subdomain: null, role: 'admin' },
    { group: 'Help desk', subdomain: 'acme', role: 'support' },
    { group: 'Help desk', subdomain: 'beta', role: 'analyst' },
    { group: 'a=b', subdomain: null, role: 'owner' },
  ]);
  const both = ['billing-admins', 'Help desk', 'unknown'];
  expect(rolesOfGroups(mapping, both, 'acme')).toEqual(['admin', 'support']);
  expect(rolesOfGroups(mapping, both, 'gamma')).toEqual(['admin']);
  expect(rolesOfGroups(mapping, ['help desk'], 'acme')).toEqual([]);
});

test.each(['', 'admins', 'admins=king', '=admin', 'admins=acme:', 'admins=admin,'])('%j is no such list', (text) => {
  expect(readGroupRoles(text)).toBeUndefined();
});
