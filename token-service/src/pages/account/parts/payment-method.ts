import type { BillingInfoRecord } from '@service/billing/domain/billing-info/record.ts';
import type { NamesMethod } from '@service/billing/domain/billing-info/wallet.ts';
import { isBankDebit } from '@service/billing/values/bank/debits.ts';
import { knownCardType } from '@service/billing/values/card/card-type.ts';
import { html, type Markup } from '../../../documents/html.ts';
import { formatLocale } from '../../../documents/messages/formats.ts';
import type { Visit } from '../visit.ts';
import { offers } from '../visit.ts';

/** `Visa ending in 1111`: never more of a card than its brand, last four digits and expiry. */
export const methodName = ({ words }: Pick<Visit, 'words'>, info: BillingInfoRecord): string => {
  const { payment } = words;
  if (isBankDebit(info.type)) return payment.bank(info.last_four ?? '');
  if (info.type === 'paypal') return payment.wallet;
  return payment.card(knownCardType(info.card_type) ?? payment.byCard, info.last_four ?? '');
};

/** Returns the page that replaces the payment method of a subscription or an invoice: the one that it names. */
export const replacePath = (paid: NamesMethod | undefined): string =>
  paid?.billing_info_uuid ? `/account/payment-method?method=${paid.billing_info_uuid}` : '/account/payment-method';

/** The way to another payment method, where a payment was declined; undefined where the site offers none. */
export const otherMethod = (visit: Pick<Visit, 'words' | 'site' | 'account'>, paid: NamesMethod): Markup | undefined =>
  offers(visit, 'payment_method')
    ? html`<a class="button second" href="${replacePath(paid)}">${visit.words.actions.card}</a>\n`
    : undefined;

const NUMERIC_MONTH = { month: '2-digit', year: 'numeric', timeZone: 'UTC' } as const;

/** Returns when a card expires or has expired; undefined for other payment methods. */
export const expiryOf = (visit: Visit, { type, month, year }: BillingInfoRecord): string | undefined => {
  if (type !== 'credit_card' || month === null || year === null) return undefined;
  const { words, locale, caller } = visit;
  const lastDay = Date.UTC(year, month, 0, 23, 59, 59);
  const written = new Intl.DateTimeFormat(formatLocale(locale), NUMERIC_MONTH).format(lastDay);
  return lastDay < caller.at * 1000 ? words.payment.expired(written) : words.payment.expires(written);
};
