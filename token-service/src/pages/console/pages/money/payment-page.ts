import { actorName } from '@service/billing/domain/audit-log/actor-name.ts';
import type { DisputeRecord } from '@service/billing/domain/disputes/dispute.ts';
import type { InvoiceRecord } from '@service/billing/domain/invoices/record.ts';
import type { ShownTransaction } from '@service/billing/domain/transactions/record.ts';
import { listAuditEntries } from '@service/billing/queries/access/audit-log.ts';
import { findKeyNames } from '@service/billing/queries/access/key-names.ts';
import { findPaymentParts, type PaymentParts } from '@service/billing/queries/payments/payment-parts.ts';
import type { CheckResult } from '@service/billing/resources/schema.ts';
import { html, type Markup } from '../../../../documents/html.ts';
import { dayOf, exactMomentOf, factList, moneyOf, personalText, shortId } from '../../parts/figures.ts';
import { actionLink } from '../../parts/form.ts';
import { disputePath, invoicePath, paymentPath } from '../../parts/paths.ts';
import { countryName } from '../../parts/place-names.ts';
import { showPage } from '../../parts/shell.ts';
import { stateBadge } from '../../parts/state-words.ts';
import { type ConsoleRoute, readingPage } from '../../route.ts';
import { type ConsoleVisit, consoleVisitOf, may } from '../../visit.ts';
import { authenticationFacts } from './authentication-words.ts';
import { challengeInWords, declineAdvice, declineReason } from './decline-words.ts';
import { disputeOfPayment, disputeReason } from './dispute-words.ts';
import { paymentsSection } from './invoice-money.ts';
import type { MoneyDeps } from './money-deps.ts';
import { codeInWords, invoiceLink, methodInShort } from './money-parts.ts';
import { paymentTitle } from './payment-words.ts';

/** One attempt, payment or refund: its outcome in words, the gateway's answer, refunds and disputes. */
export const paymentPage = (deps: MoneyDeps): ConsoleRoute => {
  const partsOf = findPaymentParts(deps);
  const recordedBy = whoRecorded(deps);
  return readingPage('/payments/:uuid', 'payment', 'payments.read', async (ctx) => {
    const visit = consoleVisitOf(ctx);
    const parts = await partsOf(visit.caller, ctx.params.uuid ?? '');
    const { payment, refunds, attempts, disputes } = parts;
    const recorder = await recordedBy(visit, payment);
    showPage(
      ctx,
      {
        title: paymentTitle(payment),
        badge: html`${stateBadge('payment', payment.status)}${payment.dispute_state ? disputeOfPayment(payment.dispute_state) : ''}`,
        subtitle: html`${methodInShort({ ...payment.details.account.billing_info, type: payment.type })} · ${payerLink(visit, payment)} · ${dayOf(visit, payment.created_at)}`,
        back: { href: '/payments', label: 'Payments' },
        actions: actionsOf(visit, payment),
      },
      [
        declineSection(visit, parts),
        html`<div class="sections"><div>
${refunds.length > 0 ? html`<h2>Refunds</h2>${paymentsSection(visit, refunds)}` : ''}
${attempts.length > 1 ? html`<h2>All of invoice ${payment.invoice ?? ''}</h2>${paymentsSection(visit, attempts)}` : ''}
${disputesSection(visit, disputes)}
<section class="panel"><h2>Payment</h2>${factList([...factsOf(visit, parts), { label: 'Recorded by', value: recorder }])}</section>
</div><div>
<section class="panel"><h2>Gateway</h2>${factList(gatewayFacts(payment))}</section>
<section class="panel"><h2>Payer at the time</h2>${factList(payerFacts(visit, payment))}</section>
</div></div>`,
      ],
    );
  });
};

/** Entries of an invoice's payments among which that of one payment is. */
const MOST_RECORDED = 50;

/** Returns who recorded a payment by hand, by the audit log; undefined where it does not say. */
const whoRecorded = (deps: MoneyDeps) => {
  const [entries, namesOf] = [listAuditEntries(deps), findKeyNames(deps)];
  return async (
    { site }: ConsoleVisit,
    { type, action, invoice, created_at }: ShownTransaction,
  ): Promise<string | undefined> => {
    if (type !== 'manual' || action !== 'purchase' || invoice === null) return undefined;
    const listed = await entries([site], { action: 'payment.recorded', subject: invoice }, MOST_RECORDED);
    const entry = listed.find(({ at }) => at === created_at);
    return entry && actorName(entry.actor, await namesOf(site));
  };
};

const payerLink = (visit: ConsoleVisit, { account_id, details: { account } }: ShownTransaction): Markup | string => {
  const name = [account.first_name, account.last_name].filter(Boolean).join(' ') || account.company || account.email;
  const title = personalText(visit, name) || account.account_code;
  return account_id === null
    ? title
    : html`<a href="${visit.prefix}/customers/${encodeURIComponent(account.account_code)}">${title}</a>`;
};

const actionsOf = (visit: ConsoleVisit, payment: ShownTransaction): Markup[] => {
  const { uuid, invoice, action, status, gateway_code, reference } = payment;
  const isRefundable = action === 'purchase' && status === 'success' && invoice !== null;
  return [
    ...(isRefundable && may(visit, 'invoices.refund')
      ? [actionLink(visit, invoicePath(invoice, 'refund'), 'Refund', { key: 'r' })]
      : []),
    ...(gateway_code !== null && reference !== null && may(visit, 'payments.look_up')
      ? [actionLink(visit, paymentPath(uuid, 'look-up'), 'Look up at the gateway')]
      : []),
  ];
};

/** The next attempt at the invoice of a payment that failed, as it stands now. */
const nextAttemptWords = (visit: ConsoleVisit, invoice: InvoiceRecord | undefined): Markup | string => {
  if (!invoice) return 'No invoice was made of it, so it is not attempted again by itself.';
  if (invoice.state === 'paid') return 'The invoice is paid since.';
  if (invoice.attempt_next_collection_at !== null)
    return html`The next attempt at the invoice is on ${exactMomentOf(visit, invoice.attempt_next_collection_at)}.`;
  return 'The invoice is not attempted again by itself.';
};

const declineSection = (visit: ConsoleVisit, { payment, attempts, invoice }: PaymentParts): Markup | string => {
  const reason = declineReason(payment);
  if (reason === undefined) return '';
  const advice = declineAdvice(payment);
  const challenge = challengeInWords(payment, attempts);
  return html`<div class="trouble"><p><strong>${reason}</strong></p>${challenge && challenge !== reason ? html`<p>${challenge}</p>` : ''}<p>${advice ? html`${advice} ` : ''}${payment.action === 'purchase' ? nextAttemptWords(visit, invoice) : ''}</p></div>`;
};

const disputesSection = (visit: ConsoleVisit, disputes: readonly DisputeRecord[]): Markup | string =>
  disputes.length === 0
    ? ''
    : html`<section class="panel"><h2>Disputes</h2><ul class="plain-list">${disputes.map(
        (one) => html`<li>${disputeName(visit, one)} ${stateBadge('dispute', one.state)}</li>\n`,
      )}</ul></section>`;

/** A link to the dispute, for those who see disputes. */
const disputeName = (visit: ConsoleVisit, { id, amount_in_cents, currency, reason }: DisputeRecord): Markup => {
  const name = html`${moneyOf(amount_in_cents, currency)}, ${disputeReason(reason)}`;
  return may(visit, 'disputes.read') ? html`<a href="${visit.prefix}${disputePath(id)}">${name}</a>` : name;
};

const factsOf = (visit: ConsoleVisit, { payment, original }: PaymentParts) => [
  { label: 'Id', value: shortId(payment.uuid) },
  { label: 'Invoice', value: payment.invoice === null ? null : invoiceLink(visit, payment.invoice) },
  {
    label: 'Refund of',
    value: original
      ? html`<a href="${visit.prefix}${paymentPath(original.uuid)}">the payment of ${dayOf(visit, original.created_at)}</a>`
      : null,
  },
  {
    label: 'Invoice refunded',
    value: original?.invoice ? invoiceLink(visit, original.invoice) : null,
  },
  {
    label: 'Tax in it',
    // A part of an invoice that was paid by hand does not tell its tax.
    value:
      payment.type === 'manual' && payment.tax_in_cents === 0 ? null : moneyOf(payment.tax_in_cents, payment.currency),
  },
  { label: 'Made', value: exactMomentOf(visit, payment.created_at) },
  { label: 'Last changed', value: exactMomentOf(visit, payment.updated_at) },
  { label: 'Received', value: payment.collected_at ? exactMomentOf(visit, payment.collected_at) : null },
  { label: 'Method', value: payment.type === 'manual' ? codeInWords(payment.payment_method) : null },
  { label: 'Reference', value: payment.description },
  { label: 'Initiated', value: initiatorOf(payment) },
];

const initiatorOf = ({ recurring, initiator, merchant_reason_code: reason, origin }: ShownTransaction): string => {
  if (recurring) return 'by a renewal';
  if (initiator !== 'merchant') return codeInWords(origin);
  return reason ? `by the merchant, ${codeInWords(reason)}` : 'by the merchant';
};

const gatewayFacts = (payment: ShownTransaction) => {
  const { gateway_code, reference, transaction_error: error } = payment;
  return [
    { label: 'Gateway', value: gateway_code ?? 'none, recorded by hand' },
    { label: 'Type', value: payment.gateway_type },
    { label: 'Reference', value: reference === null ? null : shortId(reference) },
    { label: 'Charge', value: payment.charge_reference === null ? null : shortId(payment.charge_reference) },
    { label: 'Decline code', value: error?.error_code },
    { label: 'Category', value: error ? codeInWords(error.error_category) : null },
    { label: 'Code of the gateway', value: error?.gateway_error_code },
    { label: 'Message', value: payment.message },
    { label: 'Approval code', value: payment.approval_code },
    { label: 'Security code (CVV)', value: checkResultInWords(payment.cvv_result) },
    { label: 'Address (AVS)', value: checkResultInWords(payment.avs_result) },
    { label: 'Street', value: checkInWords(payment.avs_result_street) },
    { label: 'Postal code', value: checkInWords(payment.avs_result_postal) },
    ...authenticationFacts(payment),
  ];
};

const checkResultInWords = (result: CheckResult | null): string | null =>
  result === null ? null : [result.text, result.code && `(${result.code})`].filter(Boolean).join(' ');

const checkInWords = (result: string | null): string | null =>
  result === 'Y' ? 'matches' : result === 'N' ? 'does not match' : result;

const payerFacts = (visit: ConsoleVisit, { details: { account }, ip_address }: ShownTransaction) => {
  const info = account.billing_info;
  const name = [info?.first_name ?? account.first_name, info?.last_name ?? account.last_name].filter(Boolean).join(' ');
  return [
    { label: 'Account', value: account.account_code },
    { label: 'Name', value: personalText(visit, name) },
    { label: 'Email', value: personalText(visit, account.email) },
    { label: 'Country', value: info?.country && countryName(info.country) },
    { label: 'Card valid until', value: info?.month ? `${info.month}/${info.year}` : null },
    { label: 'IP address', value: personalText(visit, ip_address) },
  ];
};
