import { exactUnits } from '@service/billing/domain/adjustments/counted-units.ts';
import type { ShownAdjustment } from '@service/billing/domain/adjustments/record.ts';
import type { CustomerFacts, MailAmount } from '@service/billing/domain/mail/facts.ts';
import type { CustomerMail } from '@service/billing/resources/mail-kind.ts';
import { chargesAfterEnd } from '../messages/charges-after-end.ts';
import type { Formats } from '../messages/formats.ts';
import { lineDescription } from '../messages/line-description.ts';
import { taxRowsOfPrices } from '../messages/tax-rows.ts';
import type { MailMessage, MailPair } from './mail-message.ts';
import type { MessageContext } from './message-context.ts';

/** The part of a message that its kind decides. */
export type MessageBody = Omit<MailMessage, 'greeting' | 'footer'>;

type Writer<Kind extends CustomerMail> = (facts: CustomerFacts[Kind], context: MessageContext) => MessageBody;

const pairs = (...all: readonly (readonly [label: string, value: string | undefined] | undefined)[]): MailPair[] =>
  all.flatMap((one) => (one?.[1] ? [{ label: one[0], value: one[1] }] : []));

const button = (label: string, href: string | undefined) => (href ? { label, href } : undefined);

const times = (plan: string, quantity: number): string => (quantity > 1 ? `${quantity} × ${plan}` : plan);

/** More lines are in the attached invoice. */
const MOST_LINES = 20;

/** The description of a line with its exact quantity. */
const counted = (description: string, line: ShownAdjustment, { quantity }: Formats): string => {
  const { quantity: exact } = exactUnits(line);
  return exact === '1' ? description : `${quantity(exact)} × ${description}`;
};

/**
 * The lines of the invoice that a message is about, before discount, then discount and tax: together its total, unless
 * the prices contain the tax.
 */
const invoiceLines = ({
  content: { invoice },
  words: { labels },
  invoiceWords,
  formats,
}: MessageContext): MailPair[] | undefined => {
  if (!invoice || invoice.lines.length > MOST_LINES) return undefined;
  const { currency, tax_in_cents: tax } = invoice.invoice;
  const discount = invoice.lines.reduce((sum, line) => sum + line.discount_in_cents, 0);
  const written = formats(currency);
  const { money } = written;
  const taxes = taxRowsOfPrices(invoice.lines, invoiceWords, written);
  const lines = invoice.lines.map((line) => ({
    label: counted(lineDescription(line, invoiceWords) || '–', line, written),
    value: money(line.quantity * line.unit_amount_in_cents),
  }));
  return [
    ...lines,
    ...(discount > 0 ? [{ label: labels.discount, value: money(-discount) }] : []),
    ...(taxes.length > 0 || tax === 0 ? taxes : [{ label: labels.tax, value: money(tax) }]),
  ];
};

const orderConfirmation: Writer<'order_confirmation'> = ({ subscriptions, invoice }, context) => {
  const { words, seller, links, formats } = context;
  const { order, labels } = words;
  const { money, date } = formats(invoice?.currency);
  const lines =
    invoiceLines(context) ??
    subscriptions.map(({ plan_name, quantity }) => ({ label: labels.plan, value: times(plan_name, quantity) }));
  const [first] = subscriptions;
  return {
    subject: order.subject(seller),
    title: order.title,
    paragraphs: [order.text],
    lines,
    total: invoice ? { label: labels.total, value: money(invoice.amount_in_cents) } : undefined,
    facts: pairs(
      [labels.starts, first?.starts_at ? date(first.starts_at) : undefined],
      [labels.trialEnds, first?.trial_ends_at ? date(first.trial_ends_at) : undefined],
    ),
    button: button(words.manage, links.account),
    notes: invoice?.due_on ? [order.transfer(date(invoice.due_on))] : [],
  };
};

const receipt: Writer<'receipt'> = (facts, context) => {
  const { words, seller, links, formats, method } = context;
  const { labels } = words;
  const { money, date } = formats(facts.currency);
  return {
    subject: words.receipt.subject(seller, facts.invoice_number),
    title: words.receipt.title,
    paragraphs: [words.receipt.text(money(facts.amount_in_cents))],
    lines: invoiceLines(context),
    total: { label: labels.total, value: money(facts.amount_in_cents) },
    facts: pairs(
      [labels.invoice, facts.invoice_number],
      [labels.date, date(facts.paid_at)],
      [labels.paidWith, method(facts.method)],
    ),
    button: button(words.manage, links.account),
    notes: [words.attached],
  };
};

const writtenOff: Writer<'payment_failed'> = ({ invoice_number, amount_in_cents, currency }, context) => {
  const { words, seller, formats } = context;
  const { writtenOff: said, labels } = words;
  return {
    subject: said.subject(seller),
    title: said.title,
    paragraphs: [said.text(formats(currency).money(amount_in_cents), invoice_number)],
    facts: pairs([labels.invoice, invoice_number]),
  };
};

const paymentFailed: Writer<'payment_failed'> = (facts, context) => {
  if (facts.written_off) return writtenOff(facts, context);
  const { words, seller, links, formats, method, content } = context;
  const { paymentFailed: said, labels } = words;
  const { money, date } = formats(facts.currency);
  const amount = money(facts.amount_in_cents);
  const byTransfer = facts.method === null && facts.next_attempt_at === null;
  return {
    subject: byTransfer ? said.transferSubject(seller) : said.subject(seller),
    title: byTransfer ? said.transferTitle : said.title,
    paragraphs: [
      byTransfer ? said.transfer(amount, facts.invoice_number) : said.text(amount, facts.invoice_number),
      ...(facts.final ? [said.final] : [said.advice]),
    ],
    facts: pairs(
      [labels.amountDue, amount],
      [labels.invoice, facts.invoice_number],
      [labels.card, facts.method?.type === 'credit_card' ? method(facts.method) : undefined],
    ),
    button: button(
      words.pay,
      content.matter.kind === 'payment_failed' ? links.invoice(facts.invoice_number) : undefined,
    ),
    notes: facts.final
      ? []
      : [
          ...(facts.next_attempt_at ? [said.retried(date(facts.next_attempt_at))] : []),
          ...(facts.ends_at ? [said.ends(date(facts.ends_at))] : []),
        ],
  };
};

const paymentConfirmation: Writer<'payment_confirmation'> = (facts, { words, seller, links, formats, method }) => {
  const { paymentConfirmation: said, labels } = words;
  const { money, date } = formats(facts.currency);
  const amount = money(facts.amount_in_cents);
  return {
    subject: said.subject(seller),
    title: said.title,
    paragraphs: [said.text(amount, facts.invoice_number), facts.final ? words.paymentFailed.final : said.advice],
    facts: pairs(
      [labels.amountDue, amount],
      [labels.invoice, facts.invoice_number],
      [labels.card, facts.method?.type === 'credit_card' ? method(facts.method) : undefined],
    ),
    button: button(said.confirm, links.invoice(facts.invoice_number)),
    notes: facts.final || !facts.ends_at ? [] : [words.paymentFailed.ends(date(facts.ends_at))],
  };
};

const cardExpiring: Writer<'card_expiring'> = (facts, { words, links, method, month }) => {
  const { cardExpiring: said, labels } = words;
  const until = month(facts.year, facts.month);
  const card = method(facts) ?? labels.card;
  return {
    subject: said.subject,
    title: said.title,
    paragraphs: [said.text(card, until), said.advice],
    facts: pairs([labels.card, card], [labels.validUntil, until]),
    button: button(words.changePayment, links.payment(facts.billing_info_uuid)),
  };
};

const trialEnding: Writer<'trial_ending'> = (facts, { words, links, formats }) => {
  const { trialEnding: said, labels } = words;
  const { money, date } = formats(facts.currency);
  const plan = times(facts.plan_name, facts.quantity);
  const charge = facts.amount_in_cents > 0 ? [said.charge(money(facts.amount_in_cents))] : [];
  return {
    subject: said.subject(plan),
    title: said.title,
    paragraphs: [[said.text(plan, date(facts.ends_at)), ...charge].join(' '), said.advice],
    facts: pairs(
      [labels.plan, plan],
      [labels.trialEnds, date(facts.ends_at)],
      [labels.amount, money(facts.amount_in_cents)],
    ),
    button: button(words.manage, links.account),
  };
};

const renewalAhead: Writer<'renewal_ahead'> = (facts, { words, links, formats }) => {
  const { renewalAhead: said, labels } = words;
  const { money, date } = formats(facts.currency);
  const plan = times(facts.plan_name, facts.quantity);
  const price = facts.new_price_in_cents === undefined ? [] : [said.newPrice(money(facts.new_price_in_cents))];
  const charge = facts.amount_in_cents > 0 ? [said.charge(money(facts.amount_in_cents))] : [];
  return {
    subject: said.subject(plan, date(facts.renews_at)),
    title: said.title,
    paragraphs: [[said.text(plan, date(facts.renews_at)), ...price, ...charge].join(' '), said.advice],
    facts: pairs(
      [labels.plan, plan],
      [labels.renews, date(facts.renews_at)],
      [labels.amount, money(facts.amount_in_cents)],
    ),
    button: button(words.manage, links.account),
  };
};

const canceled: Writer<'subscription_canceled'> = (facts, { words, links, formats, content }) => {
  const { plan_name, quantity, ends_at, charges } = facts;
  const { canceled: said, labels } = words;
  const money = ({ amount_in_cents, currency }: MailAmount) => formats(currency).money(amount_in_cents);
  const sentences = charges ? [chargesAfterEnd(words.afterEnd, charges, money).join(' ')] : [];
  const undo = content.site.account_pages.includes('reactivate') ? [said.undo] : [];
  const { date } = formats();
  const plan = times(plan_name, quantity);
  return {
    subject: said.subject(plan_name),
    title: said.title,
    paragraphs: ends_at ? [said.until(plan, date(ends_at)), ...sentences, ...undo] : [said.now(plan), ...sentences],
    facts: pairs([labels.plan, plan], [labels.ends, ends_at ? date(ends_at) : undefined]),
    button: button(words.manage, links.account),
  };
};

const expired: Writer<'subscription_expired'> = (facts, { words, links }) => {
  const { plan_name, quantity, unpaid_invoice_number: unpaid } = facts;
  const plan = times(plan_name, quantity);
  return {
    subject: words.expired.subject(plan_name),
    title: words.expired.title,
    paragraphs: [words.expired.text(plan), unpaid ? words.expired.unpaid(unpaid) : words.expired.thanks],
    button: button(words.manage, links.account),
  };
};

const refund: Writer<'refund'> = (
  { amount_in_cents, currency, method, invoice_number },
  { words, seller, links, formats, ...context },
) => {
  const { refund: said, labels } = words;
  const amount = formats(currency).money(amount_in_cents);
  return {
    subject: said.subject(seller),
    title: said.title,
    paragraphs: [said.text(amount), said.delay],
    facts: pairs(
      [labels.invoice, invoice_number ?? undefined],
      [labels.amount, amount],
      [labels.refundedTo, context.method(method)],
    ),
    button: button(words.manage, links.account),
  };
};

const giftCard: Writer<'gift_card_delivery'> = (_facts, { words, seller, formats, content }) => {
  const card = content.giftCard;
  const { giftCard: said, labels } = words;
  const gifter = card?.delivery.gifter_name || undefined;
  return {
    subject: gifter ? said.subjectFrom(gifter, seller) : said.subject(seller),
    title: said.title(card ? formats(card.currency).money(card.unit_amount_in_cents) : ''),
    paragraphs: [gifter ? said.textFrom(gifter, seller) : said.text(seller)],
    quote: card?.delivery.personal_message || undefined,
    code: card ? { label: labels.code, value: card.redemption_code } : undefined,
    notes: [said.advice],
  };
};

const accountLink: Writer<'account_link'> = (_facts, { words, seller, links }) => ({
  subject: words.accountLink.subject(seller),
  title: words.accountLink.title,
  paragraphs: [words.accountLink.text],
  button: button(words.manage, links.account),
  notes: [words.accountLink.secret],
});

const emailChanged: Writer<'email_changed'> = (_facts, { words: { emailChanged: said }, seller }) => ({
  subject: said.subject(seller),
  title: said.title,
  paragraphs: [said.text(seller)],
  notes: [said.advice],
});

const paymentMethodChanged: Writer<'payment_method_changed'> = (facts, { words, seller, links, method }) => {
  const { paymentMethodChanged: said, paymentMethods, labels } = words;
  return {
    subject: said.subject(seller),
    title: said.title,
    paragraphs: [facts.primary === false ? paymentMethods.replacedText : said.text],
    facts: pairs([labels.method, method(facts)]),
    button: button(words.manage, links.account),
    notes: [said.advice],
  };
};

const paymentMethodAdded: Writer<'payment_method_added'> = (facts, { words, seller, links, method }) => {
  const { paymentMethods: said, labels } = words;
  return {
    subject: said.addedSubject(seller),
    title: said.addedTitle,
    paragraphs: [said.addedText],
    facts: pairs([labels.method, method(facts)]),
    button: button(words.manage, links.account),
    notes: [said.advice],
  };
};

const paymentMethodRemoved: Writer<'payment_method_removed'> = (facts, { words, seller, links, method }) => {
  const { paymentMethods: said, labels } = words;
  return {
    subject: said.removedSubject(seller),
    title: said.removedTitle,
    paragraphs: [said.removedText],
    facts: pairs([labels.method, method(facts)]),
    button: button(words.manage, links.account),
    notes: [said.advice],
  };
};

export const customerMessages: { readonly [Kind in CustomerMail]: Writer<Kind> } = {
  order_confirmation: orderConfirmation,
  receipt,
  payment_failed: paymentFailed,
  payment_confirmation: paymentConfirmation,
  card_expiring: cardExpiring,
  trial_ending: trialEnding,
  renewal_ahead: renewalAhead,
  subscription_canceled: canceled,
  subscription_expired: expired,
  refund,
  gift_card_delivery: giftCard,
  account_link: accountLink,
  email_changed: emailChanged,
  payment_method_changed: paymentMethodChanged,
  payment_method_added: paymentMethodAdded,
  payment_method_removed: paymentMethodRemoved,
};
