import type { ListedApproval } from '@service/billing/domain/approvals/approval.ts';
import { actorName } from '@service/billing/domain/audit-log/actor-name.ts';
import { html, type Markup } from '../../../../documents/html.ts';
import { APPROVAL_WORDS } from '../../../../documents/messages/approval-words.ts';
import { moneyOf } from '../../parts/figures.ts';
import { customerPath, invoicePath, subscriptionPath } from '../../parts/paths.ts';
import { stateBadge } from '../../parts/state-words.ts';
import type { ConsoleVisit } from '../../visit.ts';

/** `Refund of $900.00`. */
export const approvalTitle = ({ kind, amount_in_cents, currency }: ListedApproval): string =>
  `${APPROVAL_WORDS[kind]} ${moneyOf(amount_in_cents, currency)}`;

export const approvalBadge = ({ state }: Pick<ListedApproval, 'state'>): Markup => stateBadge('approval', state);

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

/** The operator who asked or decided, by email: no program asks. */
export const operatorName = (actor: string): string => actorName(actor, new Map());
