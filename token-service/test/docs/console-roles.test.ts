import { readFileSync } from 'node:fs';
import {
  PERMISSIONS,
  permissionRule,
  ROLE_DESCRIPTIONS,
  ROLES,
} from '@service/billing/domain/operators/permissions.ts';
import { expect, test } from 'vitest';

const PAGE = '../../../docs/console.md';
const read = (): string => readFileSync(new URL(PAGE, import.meta.url), 'utf8');

const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |\n`;

const roles = (): string =>
  `| Role | Who has it |\n|---|---|\n${ROLES.map((role) => row([role, ROLE_DESCRIPTIONS[role]])).join('')}\n`;

const matrix = (permissions: readonly (typeof PERMISSIONS)[number][]): string => {
  const rows = permissions.map((permission) => {
    const { label, roles: having, sandbox = [] } = permissionRule(permission);
    return row([
      label,
      ...ROLES.map((role) => (having.includes(role) ? 'yes' : sandbox.includes(role) ? 'sandbox' : '')),
    ]).replaceAll('  |', ' |');
  });
  return `${row(['May', ...ROLES])}|${'---|'.repeat(ROLES.length + 1)}\n${rows.join('')}\n`;
};

const withTables = (page: string, permissions = PERMISSIONS): string =>
  page
    .replace(/\| Role \| Who has it \|\n.*?\n\n/s, () => roles())
    .replace(/\| May \|.*?\n\n/s, () => matrix(permissions));

test('docs/console.md has the roles of the table of permissions (-u writes it)', async () => {
  await expect(withTables(read())).toMatchFileSnapshot(PAGE);
});

test.each(PERMISSIONS)('a page without %s is found', (permission) => {
  const others = PERMISSIONS.filter((one) => one !== permission);
  expect(withTables(read(), others)).not.toBe(read());
});
