import type { Site } from '../../resources/site.ts';
import { permissionRule, type Role } from './permissions.ts';

/** The setting with the amount that each role may refund in a day. A role that is not here refunds without a limit. */
export const REFUND_LIMITS = {
  support: 'operator_refund_limit_in_cents',
  finance: 'finance_refund_limit_in_cents',
  admin: 'admin_refund_limit_in_cents',
} as const satisfies Partial<Readonly<Record<Role, keyof Site>>>;

/** The daily refund limits of a site. */
export type RefundLimits = Pick<Site, (typeof REFUND_LIMITS)[keyof typeof REFUND_LIMITS]>;

const isLimited = (role: Role): role is keyof typeof REFUND_LIMITS => role in REFUND_LIMITS;

const limitOfRole = (limits: RefundLimits, role: Role): number =>
  (isLimited(role) ? limits[REFUND_LIMITS[role]] : null) ?? Number.POSITIVE_INFINITY;

const refunding = (): readonly Role[] => permissionRule('invoices.refund').roles;

const highestLimit = (limits: RefundLimits, roles: readonly Role[]): number =>
  Math.max(0, ...roles.filter((role) => refunding().includes(role)).map((role) => limitOfRole(limits, role)));

/** Returns the cents that an operator with these roles may refund in a day, by their highest limit; null for any. */
export const refundLimit = (limits: RefundLimits, roles: readonly Role[]): number | null => {
  const highest = highestLimit(limits, roles);
  return highest === Number.POSITIVE_INFINITY ? null : highest;
};

/** Returns the roles that may refund more in a day than an operator with these roles. */
export const rolesRefundingMore = (limits: RefundLimits, roles: readonly Role[]): readonly Role[] => {
  const own = highestLimit(limits, roles);
  return refunding().filter((role) => limitOfRole(limits, role) > own);
};

/** Whether an operator with these roles could refund more in a day after changes of the limits. */
export const raisesRefundLimit = (
  limits: RefundLimits,
  changes: Partial<RefundLimits>,
  roles: readonly Role[],
): boolean => highestLimit({ ...limits, ...changes }, roles) > highestLimit(limits, roles);

/** Whether an operator with these roles could refund more in a day with another role. */
export const roleRaisesRefundLimit = (limits: RefundLimits, roles: readonly Role[], added: Role): boolean =>
  highestLimit(limits, [...roles, added]) > highestLimit(limits, roles);

/** Cents above which moving money needs a fresh proof of identity, whatever the role. */
const PROVED_ABOVE = 50_000;

/** Returns the cents above which moving money needs a proof of identity: 500.00, or a higher limit of support. */
export const moneyProofLimit = ({
  operator_refund_limit_in_cents,
}: Pick<Site, 'operator_refund_limit_in_cents'>): number => Math.max(PROVED_ABOVE, operator_refund_limit_in_cents ?? 0);
