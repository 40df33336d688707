import { describe, expect, it } from 'vitest';
import { ROLES, type Role } from './permissions.ts';
import { moneyProofLimit, type RefundLimits, refundLimit, rolesRefundingMore } from './refund-limit.ts';

const limits: RefundLimits = {
  operator_refund_limit_in_cents: 10_000,
  finance_refund_limit_in_cents: 200_000,
  admin_refund_limit_in_cents: null,
};

it('asks for a proof above 500.00, or above a limit that is higher', () => {
  const proved = [10_000, 90_000, null].map((limit) => moneyProofLimit({ operator_refund_limit_in_cents: limit }));
  expect(proved).toEqual([50_000, 90_000, 50_000]);
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
