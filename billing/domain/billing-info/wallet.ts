import type { BillingInfoInput } from '../../resources/billing-info.ts';
import type { Issue } from '../../values/failure.ts';
import type { Seconds } from '../../values/time.ts';
import type { BillingInfoRecord } from './record.ts';

/** The most payment methods of an account. */
export const MOST_METHODS = 20;

/** A subscription or an invoice, with the method that it names. */
export interface NamesMethod {
  readonly billing_info_uuid: string | null;
}

/**
 * Returns the method that pays something: the one that it names, else the primary. `wallet`: the methods of its
 * account, the primary first.
 */
export const methodThatPays = (
  wallet: readonly BillingInfoRecord[],
  { billing_info_uuid }: NamesMethod,
): BillingInfoRecord | undefined => wallet.find(({ uuid }) => uuid === billing_info_uuid) ?? wallet[0];

/** A subscription or an invoice, with its method and whether it is collected. */
export interface CollectedRecord extends NamesMethod {
  readonly collection_method: 'automatic' | 'manual';
}

/** Whether something is collected automatically, with one of the methods of its account; undefined: it has none. */
export const isCollectedWith = (
  method: BillingInfoRecord | undefined,
  wallet: readonly BillingInfoRecord[],
  paid: CollectedRecord,
): boolean => paid.collection_method === 'automatic' && methodThatPays(wallet, paid) === method;

/** The roles of a payment method for its account. */
export type MethodRoles = Pick<BillingInfoRecord, 'primary_payment_method' | 'backup_payment_method'>;

/** A payment method by what decides for its account which of them pays. */
export type PayingMethod = MethodRoles & Pick<BillingInfoRecord, 'uuid'>;

/** Whether a method pays something by itself: it is named, or is the primary and no other is. */
export const paysByItself = (
  { uuid, primary_payment_method }: Pick<PayingMethod, 'uuid' | 'primary_payment_method'>,
  { billing_info_uuid }: NamesMethod,
): boolean => (billing_info_uuid ? billing_info_uuid === uuid : primary_payment_method);

/** An open charge invoice, by what decides whether storing a payment method collects it. */
export interface CollectibleInvoice extends CollectedRecord {
  readonly state: string;
  /** Since when it waits for its gateway. */
  readonly unanswered_since: Seconds | null;
  readonly attempt_next_collection_at: Seconds | null;
  readonly dunning: { readonly ended_at: Seconds | null } | null;
}

/**
 * Whether storing a payment method collects an open charge invoice at once: one that it pays, that is past due or waits
 * for its gateway, and that is collected automatically. With a backup, one for which no retry is left.
 */
export const isCollectedAtOnce = (method: PayingMethod, invoice: CollectibleInvoice): boolean =>
  invoice.collection_method === 'automatic' &&
  (paysByItself(method, invoice) ? isPastDueOrWaiting(invoice) : method.backup_payment_method && isStranded(invoice));

/** Whether a charge invoice is past due, or waits for its gateway. */
export const isPastDueOrWaiting = ({
  state,
  unanswered_since,
}: Pick<CollectibleInvoice, 'state' | 'unanswered_since'>): boolean =>
  state === 'past_due' || (state === 'pending' && unanswered_since !== null);

/** Whether an invoice in dunning has no further attempt, because its method was permanently declined. */
const isStranded = ({ state, attempt_next_collection_at: next, dunning }: CollectibleInvoice): boolean =>
  state === 'past_due' && next === null && dunning?.ended_at === null;

/** The roles that a request gives a payment method. */
export type SentRoles = Pick<BillingInfoInput, 'primary_payment_method' | 'backup_payment_method'>;

/** Returns the roles in a request, as plain data. */
export const rolesIn = ({ primary_payment_method, backup_payment_method }: SentRoles): SentRoles => ({
  ...(primary_payment_method === undefined ? {} : { primary_payment_method }),
  ...(backup_payment_method === undefined ? {} : { backup_payment_method }),
});

/** Returns the uuid by which clients name a payment method: the random end of its id, unique within its account. */
export const methodUuid = (id: string): string => id.slice(-12);

/** Whether the method of an order is added to those of its account, and does not replace the primary. */
export const addsMethod = ({ primary_payment_method }: SentRoles): boolean => primary_payment_method === false;

/**
 * Returns the roles of a method after a request. The first method of an account is its primary; a new primary is no
 * longer the backup.
 *
 * @param before the method as it is stored
 * @param others the other methods of the account
 */
export const resultingRoles = (
  before: MethodRoles | undefined,
  others: readonly unknown[],
  { primary_payment_method: primary, backup_payment_method: backup }: SentRoles,
): MethodRoles => {
  const isPrimary = others.length === 0 || (primary ?? before?.primary_payment_method ?? false);
  return {
    primary_payment_method: isPrimary,
    backup_payment_method: !isPrimary && (backup ?? before?.backup_payment_method ?? false),
  };
};

/**
 * Returns the problems of the roles that a request gives a method: the primary is only replaced by another one, and is
 * never the backup; an account has at most 20 methods.
 */
export const roleIssues = (
  path: string,
  before: MethodRoles | undefined,
  others: readonly unknown[],
  sent: SentRoles,
): Issue[] => {
  const { primary_payment_method: isPrimary } = resultingRoles(before, others, sent);
  const issues: Issue[] = [];
  if (!before && others.length >= MOST_METHODS)
    issues.push({ field: `${path}.base`, symbol: 'too_many', count: MOST_METHODS });
  if (before?.primary_payment_method && sent.primary_payment_method === false)
    issues.push({ field: `${path}.primary_payment_method`, symbol: 'invalid', reason: 'primary_has_no_successor' });
  if (isPrimary && sent.backup_payment_method)
    issues.push({ field: `${path}.backup_payment_method`, symbol: 'invalid', reason: 'backup_is_primary' });
  return issues;
};
