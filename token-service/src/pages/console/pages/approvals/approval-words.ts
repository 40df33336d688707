import type { ApprovalKind, ListedApproval } from '@service/billing/domain/approvals/approval.ts';
import { actorName } from '@service/billing/domain/audit-log/actor-name.ts';
import { html, type Markup } from '../../../../documents/html.ts';
import { moneyOf, stateBadge } from '../../parts/figures.ts';
import { customerPath, invoicePath, subscriptionPath } from '../../parts/paths.ts';
import type { ConsoleVisit } from '../../visit.ts';

/** The words for an action, before its amount. */
export const APPROVAL_WORDS: Readonly<Record<ApprovalKind, string>> = {
  invoice_refund: 'Refund of',
  subscription_refund: 'Cancellation with a refund of',
  credit: 'Credit of',
  write_off: 'Write-off of',
};

/** `Refund of $900.00`. */
export const approvalTitle = ({ kind, amount_in_cents, currency }: ListedApproval): string =>
  `${APPROVAL_WORDS[kind]} ${moneyOf(amount_in_cents, currency)}`;

export const approvalBadge = ({ state }: Pick<ListedApproval, 'state'>): Markup =>
  stateBadge(state === 'waiting' ? 'needs_response' : state, state);

/** A link to the record of the action. */
export const approvalSubject = ({ prefix }: ConsoleVisit, { kind, subject }: ListedApproval): Markup => {
  switch (kind) {
    case 'invoice_refund':
    case 'write_off':
      return html`<a href="${prefix}${invoicePath(subject)}">invoice ${subject}</a>`;
    case 'subscription_refund':
      return html`<a href="${prefix}${subscriptionPath(subject)}">subscription</a>`;
    case 'credit':
      return html`<a href="${prefix}${customerPath(subject)}">${subject}</a>`;
  }
};

/** Returns the reason that the operator gave, with their comment. */
export const approvalReason = ({ form }: ListedApproval): string | null => {
  if (form === null) return null;
  return [form.reason, form.comment, form.description].filter(Boolean).join(': ') || null;
};

/** The operator who asked or decided, by email: no program asks. */
export const operatorName = (actor: string): string => actorName(actor, new Map());
