import type { MethodFacts } from '@service/billing/domain/mail/facts.ts';
import type { MailContent } from '@service/billing/ports/mail.ts';
import { isBankDebit } from '@service/billing/values/bank/debits.ts';
import { cardInWords } from '../messages/card-in-words.ts';
import type { InvoiceWords } from '../messages/en/invoice.ts';
import type { MailWords } from '../messages/en/mail.ts';
import { type Formats, formatsFor } from '../messages/formats.ts';
import { sellerName } from '../messages/seller-name.ts';

/** Addresses that mail leads to; undefined where the account has no pages. */
export interface MailLinks {
  readonly account: string | undefined;
  /** The form that replaces a payment method of the account; without a uuid, the list of all. */
  readonly payment: (uuid: string | undefined) => string | undefined;
  readonly invoice: (number: string) => string | undefined;
  /** The console at the site, for operators. */
  readonly console: string;
}

/** The data and formats that messages of every kind are written with. */
export interface MessageContext {
  readonly words: MailWords;
  /** The words of printed invoices, which name taxes alike. */
  readonly invoiceWords: InvoiceWords;
  readonly seller: string;
  readonly content: MailContent;
  readonly links: MailLinks;
  /** Formats of one currency; of dates, those of any. */
  readonly formats: (currency?: string) => Formats;
  /** `Visa ending in 1111`; undefined where nothing is known. */
  readonly method: (method: MethodFacts | null) => string | undefined;
  /** `December 2026` */
  readonly month: (year: number, month: number) => string;
}

export const messageContext = (
  content: MailContent,
  { words, invoiceWords, locale }: { words: MailWords; invoiceWords: InvoiceWords; locale: string },
  links: MailLinks,
): MessageContext => ({
  words,
  invoiceWords,
  seller: sellerName(content.site),
  content,
  links,
  formats: (currency = content.site.currencies[0] ?? 'USD') => formatsFor(locale, currency, content.site.time_zone),
  method: (method) =>
    method?.last_four
      ? named(method, invoiceWords)
      : method?.type === 'paypal'
        ? invoiceWords.methods.paypal
        : undefined,
  month: formatsFor(locale, 'USD', 'UTC').month,
});

const named = ({ card_type, last_four, type }: MethodFacts, words: InvoiceWords): string =>
  isBankDebit(type) ? words.bankAccount(last_four ?? '') : cardInWords(card_type, last_four ?? '', words);
