import type { Site } from '../../resources/site.ts';
import type { Seconds } from '../../values/time.ts';
import type { Permission } from '../operators/permissions.ts';

/** The actions that an operator may have to ask another one for. */
export const APPROVAL_KINDS = ['invoice_refund', 'subscription_refund', 'credit', 'write_off'] as const;
export type ApprovalKind = (typeof APPROVAL_KINDS)[number];

/** The permission for each action, which those who approve it need as well. */
export const APPROVAL_PERMISSIONS: Readonly<Record<ApprovalKind, Permission>> = {
  invoice_refund: 'invoices.refund',
  subscription_refund: 'subscriptions.cancel',
  credit: 'credits.create',
  write_off: 'invoices.write_off',
};

/**
 * `waiting` for another operator; `approved` and carried out; `declined` by another operator; `withdrawn` by the one
 * who asked.
 */
export type ApprovalState = 'waiting' | 'approved' | 'declined' | 'withdrawn';

/** An action above the limit of the site that waits for a second operator, or did. */
export interface Approval {
  readonly uuid: string;
  readonly kind: ApprovalKind;
  readonly account_id: string;
  /** Names the record that the action is about: the number of an invoice, a subscription, an account. */
  readonly subject: string;
  /** The fields that the action was asked for with; null once the personal data of the account is erased. */
  readonly form: Readonly<Record<string, string>> | null;
  readonly amount_in_cents: number;
  readonly currency: string;
  readonly requested_by: string;
  readonly requested_at: Seconds;
  readonly state: ApprovalState;
  readonly decided_by: string | null;
  readonly decided_at: Seconds | null;
  /** The words for what was done, or for why it was declined. */
  readonly outcome: string | null;
}

/** An approval with the code of its account. */
export interface ListedApproval extends Approval {
  readonly account_code: string;
}

/** Returns the reason that the operator gave, with their comment; null for none, and once the form is erased. */
export const approvalReason = ({ form }: Pick<Approval, 'form'>): string | null => {
  if (form === null) return null;
  return [form.reason, form.comment, form.description].filter(Boolean).join(': ') || null;
};

/** Whether an action of an operator waits for another one: it moves more than the limit of the site. */
export const needsApproval = (
  { operator_approval_limit_in_cents: limit }: Pick<Site, 'operator_approval_limit_in_cents'>,
  amount_in_cents: number,
): boolean => limit !== null && amount_in_cents > limit;
