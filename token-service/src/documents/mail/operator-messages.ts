import { type ApprovalKind, approvalReason, type ListedApproval } from '@service/billing/domain/approvals/approval.ts';
import { actorName } from '@service/billing/domain/audit-log/actor-name.ts';
import type { OperatorMailKind } from '@service/billing/resources/mail-kind.ts';
import { APPROVAL_WORDS } from '../messages/approval-words.ts';
import type { MessageBody } from './customer-messages.ts';
import { inOneLine } from './in-one-line.ts';
import type { MailPair } from './mail-message.ts';
import type { MessageContext } from './message-context.ts';

type Writer = (approval: ListedApproval, context: MessageContext) => MessageBody;

const nameOf = (actor: string | null): string => inOneLine(actorName(actor ?? 'unknown', new Map()));

/** `Refund of $900.00` */
const actionOf = ({ kind, amount_in_cents, currency }: ListedApproval, { formats }: MessageContext): string =>
  `${APPROVAL_WORDS[kind]} ${formats(currency).money(amount_in_cents)}`;

const ABOUT_INVOICES: readonly ApprovalKind[] = ['invoice_refund', 'write_off'];

/** The record, and the reason of the operator who asked. */
const factsOf = (approval: ListedApproval): readonly MailPair[] => {
  const { kind, subject, account_code, requested_by } = approval;
  const reason = approvalReason(approval);
  return [
    { label: 'Customer', value: inOneLine(account_code) },
    ...(ABOUT_INVOICES.includes(kind) ? [{ label: 'Invoice', value: inOneLine(subject) }] : []),
    { label: 'Asked by', value: nameOf(requested_by) },
    ...(reason === null ? [] : [{ label: 'Reason', value: inOneLine(reason) }]),
  ];
};

const buttonOf = ({ uuid }: ListedApproval, { links }: MessageContext) => ({
  label: 'Open it in the console',
  href: `${links.console}/approvals/${encodeURIComponent(uuid)}`,
});

const approvalRequested: Writer = (approval, context) => {
  const title = `${actionOf(approval, context)} waits for approval`;
  return {
    subject: title,
    title,
    paragraphs: [
      `${nameOf(approval.requested_by)} asks for it at ${context.content.site.subdomain}. Nothing has happened yet: it is carried out when you, or another operator who may, approve it.`,
    ],
    facts: factsOf(approval),
    button: buttonOf(approval, context),
  };
};

const approvalDecided: Writer = (approval, context) => {
  const { state, outcome, decided_by } = approval;
  const isApproved = state === 'approved';
  const title = `${actionOf(approval, context)} was ${isApproved ? 'approved' : 'declined'}`;
  const decision = isApproved
    ? `${nameOf(decided_by)} approved what you asked for at ${context.content.site.subdomain}, and it was carried out.`
    : `${nameOf(decided_by)} declined what you asked for at ${context.content.site.subdomain}, and nothing was done.`;
  return {
    subject: title,
    title,
    paragraphs: [decision],
    facts: [
      ...factsOf(approval),
      ...(outcome === null ? [] : [{ label: isApproved ? 'Outcome' : 'Declined because', value: inOneLine(outcome) }]),
    ],
    button: buttonOf(approval, context),
  };
};

/** The messages to operators, in English as the console is. */
export const operatorMessages: Readonly<Record<OperatorMailKind, Writer>> = {
  approval_requested: approvalRequested,
  approval_decided: approvalDecided,
};
