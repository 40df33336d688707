import type { Role } from '@service/billing/domain/operators/permissions.ts';
import type { Site } from '@service/billing/resources/site.ts';
import { refundWithinLimit } from '@service/billing/usecases/operators/refund-within-limit.ts';
import { Failure, Unanswered } from '@service/billing/values/failure.ts';
import { expect, test } from 'vitest';
import { english } from '../../src/documents/messages/en/index.ts';
import { openOffice } from './office.ts';

const openDesk = async (settings: Partial<Site> = {}) => {
  const office = await openOffice();
  const site = {
    ...office.sandbox,
    time_zone: 'America/Los_Angeles',
    operator_refund_limit_in_cents: 10_000,
    ...settings,
  };
  const refund = (amount_in_cents: number, roles: readonly Role[] = ['support'], how = async () => 'refunded') =>
    refundWithinLimit(office.deps)({ site, operator: { id: '01' }, roles, amount_in_cents, currency: 'USD' }, how);
  return { ...office, refund };
};

test('support refunds up to the limit of a day, which ends at midnight of the site', async () => {
  const { refund, clock } = await openDesk();
  expect(await refund(6000)).toBe('refunded');
  const refused = await refund(4001).catch((error: unknown) => error);
  expect(refused).toMatchObject({ symbol: 'refund_limit_reached', params: { limit: '100.00 USD', left: '40.00 USD' } });
  expect(english.failure(refused as Failure)).toContain(
    'You may refund 100.00 USD in a day, of which 40.00 USD is left',
  );
  expect(await refund(4000)).toBe('refunded');
  // Midnight in Los Angeles is 08:00 UTC.
  clock.at = Date.parse('2026-11-27T07:59:59Z');
  await expect(refund(1)).rejects.toMatchObject({ symbol: 'refund_limit_reached' });
  clock.at += 1000;
  expect(await refund(10_000)).toBe('refunded');
});

test('other roles that refund have a limit where the site sets one, and the highest of several applies', async () => {
  const { refund } = await openDesk();
  for (const role of ['finance', 'admin', 'owner'] as const)
    expect(await refund(1_000_000, ['support', role])).toBe('refunded');
  await expect(refund(1_000_000, ['support', 'developer'])).rejects.toMatchObject({ symbol: 'refund_limit_reached' });

  const { refund: refundLimited } = await openDesk({ finance_refund_limit_in_cents: 50_000 });
  expect(await refundLimited(50_000, ['support', 'finance'])).toBe('refunded');
  const refused = await refundLimited(1, ['support', 'finance']).catch((error: unknown) => error);
  expect(english.failure(refused as Failure)).toBe(
    'You may refund 500.00 USD in a day, of which 0.00 USD is left today. Ask an operator with the role owner or admin.',
  );
});

test('a refund that fails does not count, and one whose outcome is unknown does', async () => {
  const { refund } = await openDesk();
  const failing = (error: Error) => async (): Promise<string> => {
    throw error;
  };
  const declined = new Failure('invoice_not_refundable', { value: '1001' });
  await expect(refund(10_000, ['support'], failing(declined))).rejects.toBe(declined);
  const unknown = new Unanswered('no answer');
  await expect(refund(9000, ['support'], failing(unknown))).rejects.toBe(unknown);
  await expect(refund(1001)).rejects.toMatchObject({ params: { left: '10.00 USD' } });
});
