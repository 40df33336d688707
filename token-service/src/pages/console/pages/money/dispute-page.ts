import { actorName } from '@service/billing/domain/audit-log/actor-name.ts';
import { answeredAt, daysToAnswer, isClosed, takesEvidence } from '@service/billing/domain/disputes/dispute.ts';
import { findKeyNames } from '@service/billing/queries/access/key-names.ts';
import { type DisputeToAnswer, findDisputeToAnswer } from '@service/billing/queries/disputes/dispute-evidence.ts';
import { acceptDispute } from '@service/billing/usecases/disputes/accept-dispute.ts';
import { submitEvidence } from '@service/billing/usecases/disputes/submit-evidence.ts';
import { html, type Markup } from '../../../../documents/html.ts';
import { dayOf, exactMomentOf, factList, momentOf, moneyOf, personalText, shortId } from '../../parts/figures.ts';
import { actionLink, formButtons, formTrouble, secretForm } from '../../parts/form.ts';
import { customerPath, disputePath, paymentPath } from '../../parts/paths.ts';
import { showPage } from '../../parts/shell.ts';
import { stateBadge } from '../../parts/state-words.ts';
import { consoleTable } from '../../parts/table.ts';
import { type ConsoleRoute, formPage, readingPage } from '../../route.ts';
import { type ConsoleVisit, consoleVisitOf, may, seesPersonalData, sentFiles, withPermission } from '../../visit.ts';
import { answerBadge } from './dispute-list.ts';
import { complaintOf, disputeReason } from './dispute-words.ts';
import {
  evidenceFilesIn,
  evidenceForm,
  evidenceIn,
  LARGEST_EVIDENCE_UPLOAD,
  sentFilesOf,
  sentTexts,
} from './evidence-form.ts';
import type { MoneyDeps } from './money-deps.ts';
import { codeInWords, invoiceLink, methodInShort } from './money-parts.ts';

/** One dispute: what the cardholder says, what is known, and the evidence. */
export const disputePages = (deps: MoneyDeps): readonly ConsoleRoute[] => {
  const find = findDisputeToAnswer(deps);
  const keyNames = findKeyNames(deps);
  const accept = withPermission('disputes.answer', acceptDispute(deps));
  const submit = withPermission('disputes.answer', submitEvidence(deps));

  const page = readingPage('/disputes/:id', 'dispute', 'disputes.read', async (ctx) => {
    const visit = consoleVisitOf(ctx);
    const found = await find(visit.caller, ctx.params.id ?? '');
    const { dispute } = found;
    const names = await keyNames(visit.site);
    const isOffered = may(visit, 'disputes.answer') && takesEvidence(dispute);
    const answer = {
      days_left: daysToAnswer(dispute, visit.caller.at),
      answered_at: answeredAt(dispute),
      accepted_at: isClosed(dispute) ? null : dispute.accepted_at,
    };
    showPage(
      ctx,
      {
        title: titleOf(found),
        badge: html`${stateBadge('dispute', dispute.state)} ${answerBadge(visit, answer)}`,
        subtitle: html`${disputeReason(dispute.reason)} · ${customerOf(visit, found)} · ${dayOf(visit, dispute.opened_at)}`,
        back: { href: '/disputes', label: 'Disputes' },
        actions: isOffered
          ? [
              html`<a class="button${dispute.answered ? '' : ' main'}" href="#evidence">${dispute.answered ? 'Send other evidence' : 'Answer'}</a>`,
              actionLink(visit, disputePath(dispute.id, 'accept'), 'Accept'),
            ]
          : [],
      },
      [
        html`<p>${complaintOf(dispute.reason)} ${consequence(found)}${lateness(visit, found)}</p>
<div class="sections"><div>
${sentSection(visit, found, (actor) => actorName(actor, names))}
${
  isOffered
    ? html`<section id="evidence"><h2>${dispute.evidence ? 'Send other evidence' : 'Answer with evidence'}</h2>${evidenceForm(visit, { values: {}, problems: { fields: {} } }, found)}</section>`
    : ''
}</div><div>
<section class="panel"><h2>Dispute</h2>${factList(factsOf(visit, found))}</section>
${soldSection(visit, found)}
${mailsSection(visit, found)}
${usageSection(visit, found)}
</div></div>`,
      ],
    );
  });

  return [
    page,
    ...formPage({
      path: '/disputes/:id/evidence',
      name: 'dispute evidence',
      permission: 'disputes.answer',
      uploads: LARGEST_EVIDENCE_UPLOAD,
      async ask(ctx, visit, filled) {
        const found = await find(visit.caller, ctx.params.id ?? '');
        const form = takesEvidence(found.dispute)
          ? evidenceForm(visit, filled, found)
          : html`<p>There is nothing to answer: the dispute ${endOf(found)}.</p>`;
        return {
          title: 'Answer with evidence',
          back: { href: disputePath(found.dispute.id), label: titleOf(found) },
          content: [html`${formTrouble(filled)}`, form],
        };
      },
      async carryOut(ctx, visit, form) {
        const { id, gateway_code } = await submit(
          visit,
          ctx.params.id ?? '',
          evidenceIn(form),
          evidenceFilesIn(sentFiles(ctx)),
        );
        return {
          to: disputePath(id),
          notice: `The evidence was sent to the gateway ${gateway_code}. The bank decides, which takes weeks. The customer was not sent a mail.`,
        };
      },
    }),
    ...formPage({
      path: '/disputes/:id/accept',
      name: 'dispute accept',
      permission: 'disputes.answer',
      async ask(ctx, visit, filled) {
        const found = await find(visit.caller, ctx.params.id ?? '');
        const { dispute } = found;
        const amount = moneyOf(dispute.amount_in_cents, dispute.currency);
        const here = disputePath(dispute.id);
        const about = {
          title: `Accept the dispute of ${amount}`,
          back: { href: here, label: `Dispute of ${amount}` },
        };
        if (!takesEvidence(dispute)) {
          return { ...about, content: [html`<p>There is nothing to accept: the dispute ${endOf(found)}.</p>`] };
        }
        return {
          ...about,
          content: [
            html`${formTrouble(filled)}<p>The customer keeps ${amount}, and no evidence is read any more. The fee of the dispute stays. <strong>This cannot be undone.</strong></p>`,
            secretForm(visit, { action: `${visit.prefix}${disputePath(dispute.id, 'accept')}` }, [
              formButtons(`Accept, and leave ${amount} to the customer`, {
                back: `${visit.prefix}${here}`,
                danger: true,
              }),
            ]),
          ],
        };
      },
      async carryOut(ctx, visit) {
        const { id, gateway_code, amount_in_cents, currency } = await accept(visit, ctx.params.id ?? '');
        return {
          to: disputePath(id),
          notice: `The gateway ${gateway_code} was told that the dispute is accepted: the customer keeps ${moneyOf(amount_in_cents, currency)}. It is shown as lost in a moment.`,
        };
      },
    }),
  ];
};

const titleOf = ({ dispute }: DisputeToAnswer): string =>
  `Dispute of ${moneyOf(dispute.amount_in_cents, dispute.currency)}`;

const customerOf = (visit: ConsoleVisit, { payment: { details, account_id } }: DisputeToAnswer): Markup | string => {
  const { account } = details;
  const name = [account.first_name, account.last_name].filter(Boolean).join(' ') || account.email;
  const title = personalText(visit, name) || account.account_code;
  return account_id === null
    ? title
    : html`<a href="${visit.prefix}${customerPath(account.account_code)}">${title}</a>`;
};

const consequence = ({ dispute }: DisputeToAnswer): string => {
  if (dispute.accepted_at !== null && !isClosed(dispute)) {
    return 'It was accepted: the customer keeps the amount. The worker records it as lost shortly.';
  }
  switch (dispute.state) {
    case 'inquiry':
      return 'The bank asks; nothing was withdrawn yet.';
    case 'open':
      return `The gateway has withdrawn ${moneyOf(dispute.withdrawn_in_cents, dispute.currency)} until the bank decides.`;
    case 'won':
      return 'It is decided: you keep the amount.';
    case 'lost':
      return 'It is decided: the customer keeps the amount.';
  }
};

/** Says of a dispute without an answer that its evidence was due. */
const lateness = (visit: ConsoleVisit, { dispute }: DisputeToAnswer): Markup | string => {
  const days = daysToAnswer(dispute, visit.caller.at);
  return days !== null && days < 0 && dispute.evidence_due_at !== null
    ? html` Evidence was due on ${exactMomentOf(visit, dispute.evidence_due_at)}: the bank may not read what is sent now.`
    : '';
};

const factsOf = (visit: ConsoleVisit, { dispute, payment }: DisputeToAnswer) => [
  { label: 'Id', value: shortId(dispute.id) },
  { label: 'Reason', value: disputeReason(dispute.reason) },
  {
    label: 'Evidence due',
    value: dispute.evidence_due_at === null ? null : exactMomentOf(visit, dispute.evidence_due_at),
  },
  { label: 'Answered', value: dispute.evidence === null ? null : exactMomentOf(visit, dispute.evidence.sent_at) },
  { label: 'Accepted', value: dispute.accepted_at === null ? null : exactMomentOf(visit, dispute.accepted_at) },
  { label: 'Opened', value: exactMomentOf(visit, dispute.opened_at) },
  { label: 'Decided', value: dispute.closed_at === null ? null : exactMomentOf(visit, dispute.closed_at) },
  { label: 'Fee', value: dispute.fee_currency === null ? null : moneyOf(dispute.fee_in_cents, dispute.fee_currency) },
  {
    label: 'Payment',
    value: html`<a href="${visit.prefix}${paymentPath(payment.uuid)}">${moneyOf(payment.amount_in_cents, payment.currency)}</a>, ${methodInShort({ ...payment.details.account.billing_info, type: payment.type })}`,
  },
  { label: 'Invoice', value: payment.invoice === null ? null : invoiceLink(visit, payment.invoice) },
  { label: 'IP address', value: personalText(visit, payment.ip_address) },
  { label: 'Gateway', value: dispute.gateway_code },
  { label: 'Reference', value: shortId(dispute.reference) },
];

const sentSection = (
  visit: ConsoleVisit,
  { dispute: { evidence } }: DisputeToAnswer,
  nameOf: (actor: string) => string,
): Markup | string =>
  evidence === null
    ? ''
    : html`<section class="panel"><h2>Evidence that was sent</h2><p>${nameOf(evidence.sent_by)} sent it ${momentOf(visit, evidence.sent_at)}.</p>${
        seesPersonalData(visit)
          ? html`<details><summary>What was sent</summary><dl class="facts">${[
              ...sentFilesOf(evidence.files),
              ...sentTexts(evidence.texts),
            ].map(
              ({ label, value }) => html`<div><dt>${label}</dt><dd class="text">${value}</dd></div>\n`,
            )}</dl></details>`
          : ''
      }</section>`;

const soldSection = (visit: ConsoleVisit, { known: { lines } }: DisputeToAnswer): Markup =>
  html`<section><h2>What was sold</h2>${consoleTable({
    caption: 'What was sold',
    rows: lines,
    empty: 'The payment is on no invoice.',
    columns: [
      {
        name: 'line',
        label: 'Line',
        cell: ({ description, origin, start_date, end_date }) =>
          html`<span>${description ?? codeInWords(origin)}${end_date === null ? '' : html`<br><span class="quiet">${dayOf(visit, start_date)} – ${dayOf(visit, end_date)}</span>`}</span>`,
      },
      {
        name: 'total',
        label: 'Total',
        numeric: true,
        cell: ({ total_in_cents, currency }) => moneyOf(total_in_cents, currency),
      },
    ],
  })}</section>`;

const mailsSection = (visit: ConsoleVisit, { known: { mails } }: DisputeToAnswer): Markup =>
  html`<section class="panel"><h2>Mail to the customer</h2>${
    mails.length === 0
      ? html`<p class="quiet">None.</p>`
      : html`<ul class="plain-list">${mails.map(
          ({ kind, at, status }) =>
            html`<li>${codeInWords(kind)} ${stateBadge('mail', status)} ${momentOf(visit, at)}</li>\n`,
        )}</ul>`
  }</section>`;

const usageSection = (visit: ConsoleVisit, { known: { usage } }: DisputeToAnswer): Markup | string =>
  usage.length === 0
    ? ''
    : html`<section class="panel"><h2>Usage</h2><ul class="plain-list">${usage.map(
        ({ amount, add_on_code, usage_timestamp }) =>
          html`<li>${amount} ${add_on_code}, ${momentOf(visit, usage_timestamp)}</li>\n`,
      )}</ul></section>`;

/** Returns why a dispute takes neither evidence nor acceptance, as the end of a sentence. */
const endOf = ({ dispute }: DisputeToAnswer): string => (isClosed(dispute) ? 'is decided' : 'was accepted already');
