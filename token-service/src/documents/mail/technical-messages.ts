import type { TechnicalFacts } from '@service/billing/domain/mail/facts.ts';
import type { TechnicalMail } from '@service/billing/resources/mail-kind.ts';
import { isoTime } from '@service/billing/values/time.ts';
import type { MessageBody } from './customer-messages.ts';
import { inOneLine } from './in-one-line.ts';
import type { MessageContext } from './message-context.ts';

type Writer<Kind extends TechnicalMail> = (facts: TechnicalFacts[Kind], context: MessageContext) => MessageBody;

const keyChanged: Writer<'private_key_changed'> = ({ change, key_name }, { words, content }) => ({
  subject: words.key.subject(content.site.subdomain),
  title: words.key.subject(content.site.subdomain),
  paragraphs: [words.key[change](key_name), words.key.advice],
});

const limitExceeded: Writer<'limit_exceeded'> = ({ limit, window_in_seconds }, { words, content, formats }) => {
  const { quantity } = formats();
  return {
    subject: words.limit.subject(content.site.subdomain),
    title: words.limit.subject(content.site.subdomain),
    paragraphs: [words.limit.text(quantity(limit), quantity(Math.round(window_in_seconds / 60))), words.limit.advice],
  };
};

const cardTesting: Writer<'card_testing'> = ({ setting, limit }, { words, content, formats }) => ({
  subject: words.cardTesting.subject(content.site.subdomain),
  title: words.cardTesting.subject(content.site.subdomain),
  paragraphs: [words.cardTesting.text(setting, formats().quantity(limit)), words.cardTesting.advice],
});

const webhookPaused: Writer<'webhook_endpoint_paused'> = ({ endpoint_id, host }, { words, content }) => ({
  subject: words.webhook.subject(content.site.subdomain),
  title: words.webhook.subject(content.site.subdomain),
  paragraphs: [words.webhook.text, words.webhook.advice],
  facts: [{ label: words.labels.endpoint, value: `${host} (${endpoint_id})` }],
});

const disputeOpened: Writer<'dispute_opened'> = (facts, context) => {
  const { words, content, formats } = context;
  const { money, date } = formats(facts.currency);
  const { evidence_due_at } = facts;
  const subject = words.dispute.subject(money(facts.amount_in_cents), content.site.subdomain);
  return {
    subject,
    title: subject,
    paragraphs: [facts.withdrawn ? words.dispute.text : words.dispute.inquiry, words.dispute.advice],
    facts: [
      ...aboutPayment(facts, context),
      { label: words.labels.reason, value: inOneLine(facts.reason) },
      ...(evidence_due_at === null ? [] : [{ label: words.labels.evidenceDue, value: date(evidence_due_at) }]),
    ],
  };
};

const disputeClosed: Writer<'dispute_closed'> = (facts, context) => {
  const { words, content, formats } = context;
  const texts = words.dispute[facts.outcome];
  const subject = texts.subject(formats(facts.currency).money(facts.amount_in_cents), content.site.subdomain);
  return {
    subject,
    title: subject,
    paragraphs: [texts.text],
    facts: [...aboutPayment(facts, context), { label: words.labels.reason, value: inOneLine(facts.reason) }],
  };
};

const refundFailed: Writer<'refund_failed'> = (facts, context) => {
  const { words, content, formats } = context;
  const texts = words.refundFailed;
  const subject = texts.subject(formats(facts.currency).money(facts.amount_in_cents), content.site.subdomain);
  return {
    subject,
    title: subject,
    paragraphs: [texts.text, texts.advice],
    facts: aboutPayment(facts, context),
  };
};

const gatewayUnavailable: Writer<'gateway_unavailable'> = ({ gateway_code, error_code }, { words, content }) => {
  const texts = words.gatewayUnavailable;
  const subject = texts.subject(inOneLine(gateway_code), content.site.subdomain);
  return { subject, title: subject, paragraphs: [texts.text(error_code), texts.advice] };
};

const gatewayAvailable: Writer<'gateway_available'> = ({ gateway_code, since, until }, { words, content }) => {
  const texts = words.gatewayAvailable;
  const subject = texts.subject(inOneLine(gateway_code), content.site.subdomain);
  return { subject, title: subject, paragraphs: [texts.text(isoTime(since), isoTime(until))] };
};

/** The account and the invoice, by which the merchant finds a payment. */
const aboutPayment = (
  { account_code, invoice_number }: TechnicalFacts['refund_failed'],
  { words: { labels } }: MessageContext,
) => [
  { label: labels.account, value: inOneLine(account_code) },
  ...(invoice_number === null ? [] : [{ label: labels.invoice, value: invoice_number }]),
];

export const technicalMessages: { readonly [Kind in TechnicalMail]: Writer<Kind> } = {
  private_key_changed: keyChanged,
  limit_exceeded: limitExceeded,
  card_testing: cardTesting,
  webhook_endpoint_paused: webhookPaused,
  dispute_opened: disputeOpened,
  dispute_closed: disputeClosed,
  refund_failed: refundFailed,
  gateway_unavailable: gatewayUnavailable,
  gateway_available: gatewayAvailable,
};
