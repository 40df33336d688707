import { describe, expectTypeOf, test } from 'vitest';
import type { Secret } from '../values/secret.ts';
import type { Account, AccountInput } from './account.ts';
import type { BillingInfo, BillingInfoInput } from './billing-info.ts';

describe('what follows from a resource table', () => {
  test('a record: what the service writes is there, what a client writes may be nil, links are no members', () => {
    expectTypeOf<Account['account_code']>().toEqualTypeOf<string>();
    expectTypeOf<Account['email']>().toEqualTypeOf<string | null>();
    expectTypeOf<Account['state']>().toEqualTypeOf<'active' | 'closed'>();
    expectTypeOf<Account['tax_exempt']>().toEqualTypeOf<boolean>();
    expectTypeOf<Account['address']['city']>().toEqualTypeOf<string | null>();
    expectTypeOf<Account>().not.toHaveProperty('invoices');
    expectTypeOf<Account>().not.toHaveProperty('billing_info');
    expectTypeOf<BillingInfo>().not.toHaveProperty('number');
    expectTypeOf<BillingInfo['last_four']>().toEqualTypeOf<string | null>();
  });

  test('an input: absent, nil and value are three things, and what the service writes cannot be sent', () => {
    expectTypeOf<AccountInput['email']>().toEqualTypeOf<string | null | undefined>();
    expectTypeOf<AccountInput>().not.toHaveProperty('state');
    expectTypeOf<NonNullable<BillingInfoInput['number']>>().toEqualTypeOf<Secret<string>>();
    // @ts-expect-error only the service sets a state
    const input: AccountInput = { state: 'closed' };
    void input;
  });
});
