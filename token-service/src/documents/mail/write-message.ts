import type { AlertMailFacts, MailMatter } from '@service/billing/domain/mail/facts.ts';
import {
  ALERT_MAIL,
  type AlertMailKind,
  CUSTOMER_MAIL,
  type CustomerMail,
  type MailKind,
  OPERATOR_MAIL,
  type OperatorMailKind,
} from '@service/billing/resources/mail-kind.ts';
import { alertMessage } from './alert-messages.ts';
import { customerMessages, type MessageBody } from './customer-messages.ts';
import { inOneLine } from './in-one-line.ts';
import type { MailMessage } from './mail-message.ts';
import type { MessageContext } from './message-context.ts';
import { operatorMessages } from './operator-messages.ts';
import { technicalMessages } from './technical-messages.ts';

const isCustomerMail = (kind: MailKind): kind is CustomerMail => (CUSTOMER_MAIL as readonly string[]).includes(kind);

const isAlertMail = (kind: MailKind): kind is AlertMailKind => (ALERT_MAIL as readonly string[]).includes(kind);

/** Whether mail is for operators. It is in English. */
export const isForOperators = (kind: MailKind): boolean => isOperatorMail(kind) || isAlertMail(kind);

const isOperatorMail = (kind: MailKind): kind is OperatorMailKind =>
  (OPERATOR_MAIL as readonly string[]).includes(kind);

type Write = (facts: MailMatter['facts'], context: MessageContext) => MessageBody;

/** Writes the text of a message. */
export const writeMessage = (context: MessageContext): MailMessage => {
  const { content, words } = context;
  const { kind, facts } = content.matter;
  const toOperators = `You’re receiving this email as an operator of the billing console of ${content.site.subdomain}.`;
  if (isAlertMail(kind)) return { ...alertMessage(kind, facts as AlertMailFacts, context), footer: [toOperators] };
  if (isOperatorMail(kind)) {
    const { approval } = content;
    if (!approval) throw new Error(`Mail of the kind ${kind} is about an approval.`);
    return { ...operatorMessages[kind](approval, context), footer: [toOperators] };
  }
  if (!isCustomerMail(kind)) {
    const body = (technicalMessages[kind] as Write)(facts, context);
    return { ...body, footer: [words.technicalContactOf(content.site.subdomain)] };
  }
  const body = (customerMessages[kind] as Write)(facts, context);
  const isGift = kind === 'gift_card_delivery';
  return {
    ...body,
    greeting: isGift ? greet(content.giftCard?.delivery, context) : greet(content.account, context),
    links: linksOf(context),
    footer: [words.question, ...(isGift ? [] : [reasonOf(context)]), ...addressOf(context)],
  };
};

/** The merchant's own pages. */
const linksOf = ({ seller, content: { site }, words: { brand } }: MessageContext): NonNullable<MailMessage['links']> =>
  [
    { label: seller, href: site.shop_url },
    { label: brand.privacy, href: site.privacy_url },
    { label: brand.terms, href: site.terms_url },
  ].flatMap(({ label, href }) => (href === null ? [] : [{ label, href }]));

/** Returns the reason why the reader receives the message. */
const reasonOf = ({ content, words, seller }: MessageContext): string =>
  content.is_copy ? words.copyOf(seller) : words.customerOf(seller);

interface Named {
  readonly first_name: string | null;
  readonly last_name: string | null;
}

const greet = (named: Named | undefined, { words }: MessageContext): string => {
  const name = [named?.first_name, named?.last_name].filter(Boolean).join(' ');
  return name ? words.hello(inOneLine(name)) : words.helloUnnamed;
};

/** Returns the seller's name and address, as the law of many countries requires in business letters. */
const addressOf = ({ seller, content: { site } }: MessageContext): string[] =>
  site.company_address.length > 0 ? [[seller, ...site.company_address].join(' · ')] : [];
