import type { AccountRecord } from '../../domain/accounts/record.ts';
import type { MailMatter } from '../../domain/mail/facts.ts';
import { LINK_LIFETIME } from '../../domain/mail/link.ts';
import { MAIL_PATIENCE } from '../../domain/mail/retry.ts';
import { dateOf, type OutboxMessage } from '../../domain/outbox/message.ts';
import type { MailContent } from '../../ports/mail.ts';
import type { MessagePage } from '../../ports/outbox.ts';
import type { Records } from '../../ports/storage.ts';
import { isMailKind, OPERATOR_MAIL, type OperatorMailKind } from '../../resources/mail-kind.ts';
import { type Site, siteTime } from '../../resources/site.ts';
import { LATEST } from '../../resources/version.ts';
import { notFound } from '../../values/failure.ts';
import type { Seconds, SystemClock } from '../../values/time.ts';
import { needAccount } from '../accounts/accounts.ts';
import { partsOf } from '../invoices/invoices.ts';
import { type QueryDeps, siteQuery } from '../lists/site-query.ts';

export interface MailQueryDeps extends QueryDeps {
  readonly world: { readonly clock: SystemClock };
}

/**
 * Returns the content of a message of the outbox, with records as they are now. Undefined if a record that it needs is
 * gone, or if its kind is unknown.
 */
export const findMailContent =
  ({ storage, world }: MailQueryDeps) =>
  async (site: Site, message: OutboxMessage, recipient = message.recipient): Promise<MailContent | undefined> => {
    const matter = matterOf(message);
    if (!matter) return undefined;
    const records = storage.of(site.id);
    const giftCard =
      matter.kind === 'gift_card_delivery' ? await records.giftCards.find(matter.facts.gift_card_id) : undefined;
    if (matter.kind === 'gift_card_delivery' && !giftCard) return undefined;
    const approval = isOperatorMail(matter) ? await records.approvals.find(matter.facts.approval_id) : undefined;
    if (isOperatorMail(matter) && !approval) return undefined;
    const accountId = message.account_id ?? giftCard?.gifter_account_id ?? null;
    const account = accountId === null ? undefined : await records.accounts.byId(accountId);
    if (accountId !== null && !account) return undefined;
    const isOwn = !message.is_copy && !giftCard && isAddressOf(account, recipient);
    return {
      id: message.id,
      date: site.mode === 'sandbox' ? dateOf(site, message) : null,
      matter,
      site,
      account,
      giftCard,
      approval,
      invoice: await invoiceOf(records, site, siteTime(site, world.clock), matter),
      recipient,
      links_until: isOwn ? linksFrom(site, message) + LINK_LIFETIME : null,
      is_copy: message.is_copy,
      copies: isOwn && !UNCOPIED.has(matter.kind) ? copiesOf(account.cc_emails, recipient) : [],
    };
  };

/**
 * Returns the start of the lifetime of a message's links: in production the time at which it was queued last, because
 * an operator can send it again.
 */
const linksFrom = (site: Site, message: OutboxMessage): Seconds =>
  site.mode === 'sandbox' ? dateOf(site, message) : Math.floor((message.give_up_at_ms - MAIL_PATIENCE) / 1000);

/** Mail that consists of a link only. */
const UNCOPIED: ReadonlySet<string> = new Set(['account_link']);

/** Whether the recipient is the account's address, which may have changed since the message was queued. */
const isAddressOf = (account: AccountRecord | undefined, recipient: string): account is AccountRecord =>
  account?.email?.toLowerCase() === recipient.toLowerCase();

type OperatorMatter = Extract<MailMatter, { readonly kind: OperatorMailKind }>;

const isOperatorMail = (matter: MailMatter): matter is OperatorMatter =>
  (OPERATOR_MAIL as readonly string[]).includes(matter.kind);

const matterOf = ({ kind, payload }: OutboxMessage): MailMatter | undefined =>
  isMailKind(kind) ? ({ kind, facts: payload } as unknown as MailMatter) : undefined;

const invoiceOf = async (records: Records, site: Site, at: Seconds, { kind, facts }: MailMatter) => {
  const id = kind === 'receipt' ? facts.invoice_id : kind === 'order_confirmation' ? facts.invoice?.id : undefined;
  const invoice = id === undefined ? undefined : await records.invoices.find(id);
  if (!invoice) return undefined;
  const [parts] = await partsOf(records, [invoice], {
    caller: { site, at },
    version: LATEST,
    turn: async () => {},
    embedded: Number.POSITIVE_INFINITY,
  });
  return parts;
};

/** The most addresses that receive a copy. */
const MOST_COPIES = 10;

const copiesOf = (addresses: string | null, recipient: string): string[] =>
  [...new Set((addresses ?? '').split(',').map((address) => address.trim()))]
    .filter((address) => address !== '' && address.toLowerCase() !== recipient.toLowerCase())
    .slice(0, MOST_COPIES);

/** Returns the message. Throws `not_found`. */
export const needMessage = async ({ outbox }: Pick<Records, 'outbox'>, id: string): Promise<OutboxMessage> => {
  const found = await outbox.find(id);
  if (!found) throw notFound('Message', 'id', id);
  return found;
};

/** Returns a message of the outbox. Throws `not_found`. */
export const findMessage = siteQuery(needMessage);

export interface NamedMessages extends Pick<MessagePage, 'status' | 'kind' | 'recipient' | 'before' | 'since'> {
  readonly account_code?: string | undefined;
}

const pageOf = async (records: Records, { account_code, ...page }: NamedMessages): Promise<MessagePage> => {
  const account = account_code === undefined ? undefined : await needAccount(records, account_code);
  return { ...page, ...(account ? { account_id: account.id } : {}) };
};

/** Returns messages of a site, newest first; those of one account by its code. Throws `not_found`. */
export const listMessages = siteQuery(
  async (records, named: NamedMessages, limit: number): Promise<readonly OutboxMessage[]> =>
    records.outbox.list(await pageOf(records, named), limit),
);

/** A message with the code of the account that it is about; null where it is about none. */
export interface ListedMessage extends OutboxMessage {
  readonly account_code: string | null;
}

/** Returns messages with their accounts, newest first; those of one account by its code. Throws `not_found`. */
export const listMessagesOfAccounts = siteQuery(
  async (records, named: NamedMessages, limit: number): Promise<readonly ListedMessage[]> => {
    const messages = await records.outbox.list(await pageOf(records, named), limit);
    const ids = new Set(messages.map(({ account_id }) => account_id).filter((id) => id !== null));
    const codes = new Map((await records.accounts.names([...ids])).map(({ id, account_code }) => [id, account_code]));
    return messages.map((message) => ({ ...message, account_code: codes.get(message.account_id ?? '') ?? null }));
  },
);

/** Returns how many messages a site has, up to `most`; those of one account by its code. Throws `not_found`. */
export const countMessages = siteQuery(
  async (records, named: NamedMessages, most?: number): Promise<number> =>
    records.outbox.count(await pageOf(records, named), most),
);
