import { describe, expect, it } from 'vitest';
import { ROLES, type Role } from './permissions.ts';
import {
  moneyProofLimit,
  type RefundLimits,
  raisesRefundLimit,
  refundLimit,
  rolesRefundingMore,
} from './refund-limit.ts';

const limits: RefundLimits = {
  operator_refund_limit_in_cents: 10_000,
  finance_refund_limit_in_cents: 200_000,
  admin_refund_limit_in_cents: null,
};

it('asks for a proof above 500.00, or above a limit that is higher', () => {
  const proved = [10_000, 90_000, null].map((limit) => moneyProofLimit({ operator_refund_limit_in_cents: limit }));
  expect(proved).toEqual([50_000, 90_000, 50_000]);
});

it('is raised for those whose highest limit becomes higher', () => {
  const own = { ...limits, admin_refund_limit_in_cents: 50_000 };
  const raises = (changes: Partial<RefundLimits>, ...roles: Role[]) => raisesRefundLimit(own, changes, roles);
  expect(raises({ admin_refund_limit_in_cents: 50_001 }, 'admin')).toBe(true);
  expect(raises({ admin_refund_limit_in_cents: null }, 'admin')).toBe(true);
  expect(raises({ admin_refund_limit_in_cents: 49_999, finance_refund_limit_in_cents: null }, 'admin')).toBe(false);
  expect(raises({ admin_refund_limit_in_cents: null }, 'owner', 'admin')).toBe(false);
  // The limit of finance, 2,000.00, is theirs, and higher than that of admin.
  expect(raises({ admin_refund_limit_in_cents: 100_000 }, 'admin', 'finance')).toBe(false);
});

describe('the limit of a day', () => {
  const cases: readonly (readonly [readonly Role[], number | null, readonly Role[]])[] = [
    [['support'], 10_000, ['owner', 'admin', 'finance']],
    [['support', 'developer'], 10_000, ['owner', 'admin', 'finance']],
    [['finance'], 200_000, ['owner', 'admin']],
    [['support', 'finance'], 200_000, ['owner', 'admin']],
    [['finance', 'admin'], null, []],
    [['owner'], null, []],
    [['auditor'], 0, ['owner', 'admin', 'support', 'finance']],
  ];
  it.each(cases)('of %j is that of the role with the highest', (roles, limit, more) => {
    expect([refundLimit(limits, roles), rolesRefundingMore(limits, roles)]).toEqual([limit, more]);
  });

  it('never concerns an owner', () => {
    const low: RefundLimits = {
      operator_refund_limit_in_cents: 1,
      finance_refund_limit_in_cents: 1,
      admin_refund_limit_in_cents: 1,
    };
    expect(ROLES.filter((role) => refundLimit(low, [role]) === null)).toEqual(['owner']);
  });
});
