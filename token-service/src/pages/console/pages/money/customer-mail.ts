import { payingParent } from '@service/billing/domain/accounts/account.ts';
import { findAccount } from '@service/billing/queries/accounts/accounts.ts';
import type { QueryDeps } from '@service/billing/queries/lists/site-query.ts';
import { listMessages } from '@service/billing/queries/messages/mail.ts';
import { isMailKind, type MailKind } from '@service/billing/resources/mail-kind.ts';
import { type ConsoleVisit, seesPersonalData } from '../../visit.ts';

export interface CustomerMailDeps extends QueryDeps {
  /** Whether mail is sent at all: `SMTP_URL` is set. */
  readonly hasMailServer: boolean;
}

/** Whether the mail of a site is kept to be read in the console, and not sent. */
export const keepsMail = (
  { site }: Pick<ConsoleVisit, 'site'>,
  { hasMailServer }: Pick<CustomerMailDeps, 'hasMailServer'>,
) => !hasMailServer && site.mode === 'sandbox';

/** The latest messages of an account, among which those of an action are. */
const LATEST_MESSAGES = 10;

const WORDS: Partial<Record<MailKind, string>> = {
  order_confirmation: 'a confirmation with the invoice',
  receipt: 'a receipt with the invoice',
  refund: 'a mail about the refund',
  payment_failed: 'a reminder to pay',
  payment_confirmation: 'a request to confirm the payment',
  email_changed: 'a notice that the email address was changed',
  payment_method_changed: 'a notice that the payment method was changed',
  payment_method_added: 'a notice that a payment method was added',
  payment_method_removed: 'a notice that a payment method was removed',
  subscription_canceled: 'a confirmation that the subscription is canceled',
  subscription_expired: 'a mail that the subscription has ended',
  renewal_ahead: 'a mail about the next renewal',
  trial_ending: 'a mail about the end of the trial',
  gift_card_delivery: 'a gift card',
  account_link: 'a link that signs in',
};

interface MailOfSeveral {
  /** The ids of the messages that were described before, to which those of this description are added. */
  readonly described: Set<string>;
}

/**
 * Returns what the customer was told by mail of what the operator has just done, in sentences: the mail that the
 * request of this visit has queued, also to the parent that pays for the customer. `several`: the request acts on more
 * than one record, so each message is described once, without its address.
 */
export const describeCustomerMail = (deps: CustomerMailDeps) => {
  const messages = listMessages(deps);
  const account = findAccount(deps);
  /** The mail of this visit to an account: all that was written, and what of it is sent. */
  const writtenTo = async (
    { caller: { site, correlation } }: ConsoleVisit,
    account_code: string,
    several: MailOfSeveral | undefined,
  ) => {
    const written = (await messages({ site }, { account_code }, LATEST_MESSAGES)).filter(
      ({ id, kind, is_copy, correlation: of }) =>
        of === correlation && !is_copy && isMailKind(kind) && !several?.described.has(id),
    );
    for (const { id } of written) several?.described.add(id);
    return { written, queued: written.filter(({ kind }) => !site.mail_off.includes(kind as MailKind)) };
  };
  /** `The customer is sent a receipt to ada@example.com.`; undefined if nothing is sent. */
  const sent = (
    who: string,
    { queued }: Pick<Awaited<ReturnType<typeof writtenTo>>, 'queued'>,
    showsAddress: boolean,
  ) => {
    const [first] = queued;
    if (!first) return undefined;
    const what = queued.map(({ kind }) => WORDS[kind as MailKind] ?? 'a mail').join(' and ');
    return `${who} is sent ${what}${showsAddress ? ` to ${first.recipient}` : ''}.`;
  };
  return async (visit: ConsoleVisit, account_code: string, several?: MailOfSeveral): Promise<string> => {
    const showsAddress = seesPersonalData(visit) && several === undefined;
    const found = await account(visit.caller, account_code);
    const parent = payingParent(found);
    const own = await writtenTo(visit, account_code, several);
    const said = [
      sent('The customer', own, showsAddress),
      parent && sent(`The parent ${parent}`, await writtenTo(visit, parent, several), showsAddress),
    ].filter(Boolean);
    if (said.length === 0) {
      const why =
        own.written.length > 0
          ? 'the settings of the site switch this mail off'
          : found.email
            ? 'the service sends none for this'
            : 'the account has no email address';
      return `The customer was not sent a mail: ${why}.`;
    }
    const kept = keepsMail(visit, deps) ? ' This site has no mail server, so the message is kept and not sent.' : '';
    return `${said.join(' ')}${kept}`;
  };
};
