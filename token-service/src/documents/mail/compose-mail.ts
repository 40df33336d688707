import { inTimeZoneOf } from '@service/billing/domain/accounts/in-time-zone.ts';
import type { AccountRecord } from '@service/billing/domain/accounts/record.ts';
import { asSeller } from '@service/billing/domain/business-entities/seller.ts';
import { invoiceName } from '@service/billing/domain/invoices/invoice-name.ts';
import type { InvoiceParts } from '@service/billing/domain/invoices/invoice-parts.ts';
import type { ComposedMail, ComposeMail, MailAttachment, MailContent } from '@service/billing/ports/mail.ts';
import type { Site } from '@service/billing/resources/site.ts';
import type { Seconds } from '@service/billing/values/time.ts';
import { logoAddress } from '../brand/picture-address.ts';
import { chosenLanguage, documentDirection, ownWordsOf } from '../messages/document-language.ts';
import { invoiceWordsByLanguage } from '../messages/invoice-words.ts';
import { mailWordsByLanguage } from '../messages/mail-words.ts';
import { sellerName } from '../messages/seller-name.ts';
import { inOneLine } from './in-one-line.ts';
import { mailLink } from './mail-link.ts';
import { type MailLinks, messageContext } from './message-context.ts';
import { renderHtml } from './render-html.ts';
import { renderText } from './render-text.ts';
import { isForOperators, writeMessage } from './write-message.ts';

/** The document of an invoice as PDF, and the XML that is sent beside it where the PDF contains an e-invoice. */
export interface PrintedInvoice {
  readonly pdf: Uint8Array;
  readonly xml?: string;
}

export interface ComposeDeps {
  /** Address of the API origin, where customers have their pages. */
  readonly origin: string;
  /** Address of the console, for mail to operators. */
  readonly consoleUrl: string;
  /** Returns the token of a link that signs in until a moment of the system clock. */
  readonly link?: (siteId: string, account: AccountRecord, until: Seconds) => string;
  /** Returns the PNG file of a site's logo. */
  readonly logo: (site: Site) => Promise<Uint8Array | undefined>;
  /** Prints the document of an invoice: `site` as it is stored, and the account of the invoice. */
  readonly print: (
    site: Site,
    parts: InvoiceParts,
    account: AccountRecord | undefined,
    locale: string,
  ) => Promise<PrintedInvoice>;
}

/**
 * Composes a message: in the language of the account, else that of its browser, else that of the site, with moments in
 * the time zone of the account, else that of the site. The link to the account's pages is added here, so that it is in
 * no record; mail to other addresses than the account's has none.
 */
export const composeMail =
  ({ origin, consoleUrl, print, logo, link = mailLink }: ComposeDeps): ComposeMail =>
  async (given, { attachments } = { attachments: true }): Promise<ComposedMail> => {
    const content = { ...given, site: inTimeZoneOf(asSeller(given.site, given.invoice?.entity), given.account) };
    const { site, account, invoice } = content;
    const { language, locale } = chosenLanguage(
      isForOperators(content.matter.kind)
        ? ['en']
        : [account?.preferred_locale ?? '', account?.accept_language ?? '', site.mail_language],
    );
    const words = {
      words: ownWordsOf(mailWordsByLanguage, 'mail', language, site.texts),
      invoiceWords: ownWordsOf(invoiceWordsByLanguage, 'invoice', language, site.texts),
      locale,
    };
    const message = writeMessage(
      messageContext(content, words, {
        ...linksOf(origin, content, link),
        console: `${consoleUrl}/s/${site.subdomain}`,
      }),
    );
    const { hostname } = new URL(origin);
    const seller = sellerName(site);
    const picture = site.mail_logo === null && attachments ? await logo(site) : undefined;
    const shown = picture ? `cid:${LOGO}@${hostname}` : (site.mail_logo ?? hosted(origin, logoAddress(site)));
    const inline = picture
      ? [{ filename: 'logo.png', type: 'image/png', bytes: picture, cid: `${LOGO}@${hostname}` }]
      : [];
    return {
      message_id: `<${content.id}@${hostname}>`,
      date: content.date ?? null,
      from: { name: inOneLine(seller), address: site.mail_from ?? `no-reply@${hostname}` },
      reply_to: site.mail_reply_to,
      to: content.recipient,
      subject: inOneLine(message.subject),
      html: renderHtml(message, {
        language,
        direction: documentDirection(locale),
        seller,
        logo: shown,
        color: site.brand_color,
        font: site.brand_font,
      }),
      text: renderText(message),
      language: locale,
      attachments: [
        ...inline,
        ...(attachments && invoice && isAttached(content)
          ? attached(await print(given.site, invoice, account, locale), invoice)
          : []),
      ],
    };
  };

/** The name of the logo within a message. It is part of it, so that it is seen without loading anything. */
const LOGO = 'logo';

/** The address of the logo for a message that is read here and was not sent. */
const hosted = (origin: string, path: string | undefined): string | null => (path ? origin + path : null);

type AccountLinks = Omit<MailLinks, 'console'>;

const NO_LINKS: AccountLinks = { account: undefined, payment: () => undefined, invoice: () => undefined };

const linksOf = (
  origin: string,
  { site, account, links_until }: MailContent,
  link: NonNullable<ComposeDeps['link']>,
): AccountLinks => {
  if (links_until === null || account?.state !== 'active' || !account.hosted_login_token) return NO_LINKS;
  const pages = `${origin}/account/${encodeURIComponent(link(site.id, account, links_until))}`;
  return {
    account: pages,
    payment: (uuid) => `${pages}?to=${uuid ? encodeURIComponent(`payment-method?method=${uuid}`) : 'payment-methods'}`,
    invoice: (number) => `${pages}?to=${encodeURIComponent(`invoices/${number}`)}`,
  };
};

/** Whether the invoice is attached: to an order that is paid later by transfer, and to every receipt. */
const isAttached = ({ matter }: MailContent): boolean =>
  matter.kind === 'receipt' || (matter.kind === 'order_confirmation' && matter.facts.invoice?.due_on != null);

const attached = ({ pdf, xml }: PrintedInvoice, parts: InvoiceParts): MailAttachment[] => {
  const name = fileName(parts);
  return [
    { filename: `${name}.pdf`, type: 'application/pdf', bytes: pdf },
    ...(xml === undefined ? [] : [{ filename: `${name}.xml`, type: 'application/xml', bytes: Buffer.from(xml) }]),
  ];
};

const fileName = ({ invoice }: InvoiceParts): string => invoiceName(invoice).replace(/[^\w.-]/g, '_');
