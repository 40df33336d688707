import type { AccountRecord } from '../domain/accounts/record.ts';
import type { ListedApproval } from '../domain/approvals/approval.ts';
import type { GiftCardRecord } from '../domain/gift-cards/record.ts';
import type { InvoiceParts } from '../domain/invoices/invoice-parts.ts';
import type { MailMatter } from '../domain/mail/facts.ts';
import type { Site } from '../resources/site.ts';
import type { Seconds } from '../values/time.ts';

/** The content of a message. */
export interface MailContent {
  /** The id of the message. */
  readonly id: string;
  /** Time of its cause on the clock of a sandbox; null on production sites, whose mail is dated when it is sent. */
  readonly date?: Seconds | null;
  readonly matter: MailMatter;
  readonly site: Site;
  /** The account that it is about, as it is now: its name, language and login token. */
  readonly account: AccountRecord | undefined;
  /** The invoice of an order confirmation or a receipt, if there is one. */
  readonly invoice: InvoiceParts | undefined;
  readonly giftCard: GiftCardRecord | undefined;
  /** The action that mail to operators is about. */
  readonly approval?: ListedApproval | undefined;
  readonly recipient: string;
  /** Expiry of its sign-in links, on the site's clock; null for mail to another address than the account's. */
  readonly links_until: Seconds | null;
  /** Whether it goes to an address in copy. */
  readonly is_copy: boolean;
  /** Addresses that receive a copy of it, which has no links that sign in. */
  readonly copies: readonly string[];
}

export interface MailAttachment {
  readonly filename: string;
  readonly type: string;
  readonly bytes: Uint8Array;
  /** The name by which the HTML shows it: a picture of the message, not a file to save. */
  readonly cid?: string;
}

/** A message as it leaves. */
export interface ComposedMail {
  /** The same at each attempt, so that receivers recognize a message that was sent twice. */
  readonly message_id: string;
  /** Null: the moment it is sent. */
  readonly date?: Seconds | null;
  readonly from: { readonly name: string; readonly address: string };
  readonly reply_to: string | null;
  readonly to: string;
  readonly subject: string;
  readonly html: string;
  readonly text: string;
  /** A BCP 47 tag. */
  readonly language: string;
  readonly attachments: readonly MailAttachment[];
}

/** Composes a message in the language of its reader. Throws `service_unavailable` when an attachment cannot be made
 * now. */
export type ComposeMail = (
  content: MailContent,
  how?: {
    /** False: without them, to be read. */
    readonly attachments: boolean;
  },
) => Promise<ComposedMail>;

/**
 * The mail server's response. `bounced`: it will never accept this message; `deferred`: another attempt may succeed.
 */
export type SendOutcome =
  | { readonly outcome: 'accepted' }
  | { readonly outcome: 'bounced' | 'deferred'; readonly reason: string };

export interface MailTransport {
  send(mail: ComposedMail): Promise<SendOutcome>;
}
