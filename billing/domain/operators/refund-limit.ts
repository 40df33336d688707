import type { Site } from '../../resources/site.ts';
import type { Seconds } from '../../values/time.ts';
import { permissionRule, type Role } from './permissions.ts';

/** Cents above which a refund needs a fresh proof of identity, whatever the role. */
const PROVED_ABOVE = 50_000;

/** Whether refunds are limited: the only role of the operator that may refund is support. */
export const isRefundLimited = (roles: readonly Role[]): boolean => {
  const { roles: allowed } = permissionRule('invoices.refund');
  return roles.filter((role) => allowed.includes(role)).every((role) => role === 'support');
};

/** Returns the cents above which a refund needs a fresh proof of identity: 500.00, or a higher limit of the site. */
export const refundProofLimit = ({
  operator_refund_limit_in_cents,
}: Pick<Site, 'operator_refund_limit_in_cents'>): number => Math.max(PROVED_ABOVE, operator_refund_limit_in_cents ?? 0);

/** Returns the day of a moment in the time zone of the site, for example `2026-11-26`. */
export const refundDay = ({ time_zone }: Pick<Site, 'time_zone'>, at: Seconds): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: time_zone, dateStyle: 'short' }).format(at * 1000);
