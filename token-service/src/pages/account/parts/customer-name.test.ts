import type { AccountRecord } from '@service/billing/domain/accounts/record.ts';
import { expect, test } from 'vitest';
import { namesApart } from './customer-name.ts';

const of = (email: string | null, account_code: string, company = 'Tideline') => ({
  site: { company, subdomain: 'demo' },
  account: { email, first_name: null, last_name: null, account_code } as AccountRecord,
});

test.each([
  ['different addresses', of('ada@example.com', 'a'), of('bob@example.com', 'b'), 'ada@example.com', 'bob@example.com'],
  ['one address', of('ada@example.com', 'a'), of('ada@example.com', 'b'), 'ada@example.com (a)', 'ada@example.com (b)'],
  ['no address', of(null, 'a'), of(null, 'b'), 'a', 'b'],
  [
    'different merchants',
    of('ada@example.com', 'a'),
    of('ada@example.com', 'a', 'Harbour Books'),
    'ada@example.com (Tideline)',
    'ada@example.com (Harbour Books)',
  ],
])('accounts with %s are told apart', (_, one, other, here, there) => {
  expect(namesApart(one, other)).toEqual([here, there]);
});
