import { expect, test } from 'vitest';
import type { AccountRecord } from '../accounts/record.ts';
import { adoptedPayment } from './adopted-payment.ts';
import type { GatewayOnly } from './difference.ts';

const world = { ids: { uuid: () => 'a payment', secret: () => '' } };
const account = { id: 'ada', account_code: 'ada' } as AccountRecord;
/** A payment that the gateway took at the moment 1000. */
const found = {
  gateway_code: 'main',
  operation: { at: 1000, currency: 'USD', result: { outcome: 'succeeded', amount_in_cents: 500, test: false } },
} as GatewayOnly;
const datesOf = (books_closed_until: number) => {
  const { created_at, collected_at } = adoptedPayment(
    world,
    { at: 3000, site: { books_closed_until } },
    account,
    undefined,
    found,
  );
  return { created_at, collected_at };
};

test('a payment is dated when the gateway took it', () => {
  expect(datesOf(0).created_at).toBe(1000);
  expect(datesOf(1000).created_at).toBe(1000);
});

test('one of a closed month is dated in the first open one, and names its own moment', () => {
  expect(datesOf(2000)).toEqual({ created_at: 2000, collected_at: 1000 });
});
