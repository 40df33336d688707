import type { ApprovalKind } from '@service/billing/domain/approvals/approval.ts';

/** The words for an action, before its amount. */
export const APPROVAL_WORDS: Readonly<Record<ApprovalKind, string>> = {
  invoice_refund: 'Refund of',
  subscription_refund: 'Cancellation with a refund of',
  credit: 'Credit of',
  write_off: 'Write-off of',
};
