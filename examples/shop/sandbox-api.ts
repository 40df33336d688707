import type { ApiClient } from './api-client.ts';
import { type Invoice, readInvoice } from './invoice.ts';
import { child, children, childText, type XmlElement } from './xml.ts';

/** The clock of a sandbox site. */
export interface SandboxClock {
  /** ISO 8601, as every moment here. */
  readonly now: string;
  /** Everything that was due before has happened; `now` once nothing is left. */
  readonly reached_at: string;
}

export interface Subscription {
  readonly uuid: string;
  readonly name: string;
  readonly state: string;
  readonly activated_at: string | undefined;
  readonly canceled_at: string | undefined;
  readonly expires_at: string | undefined;
  readonly current_period_ends_at: string | undefined;
  /** As the XML API shows it. */
  readonly element: XmlElement;
}

/** A message that the shop's customer got. */
export interface Mail {
  readonly id: string;
  readonly kind: string;
  readonly to: string;
  readonly subject: string;
  readonly queued_at: string;
  readonly html: string;
}

/** An invoice of the account, and what caused it. */
export type HistoricInvoice = Invoice & {
  readonly type: string;
  readonly origin: string;
  /** The time of the next attempt at the payment; undefined if there is none. */
  readonly next_attempt_at: string | undefined;
};

export type SandboxApi = ReturnType<typeof sandboxApi>;

/** The calls of the XML API v2 for the page that moves time. Each throws `BillingApiError`. */
export const sandboxApi = ({ call, find }: ApiClient) => {
  const accountPath = (code: string) => `/accounts/${encodeURIComponent(code)}`;
  const listOf = async (path: string, name: string): Promise<XmlElement[]> => {
    const found = await find(path);
    return found ? children(found, name) : [];
  };

  return {
    /** Returns undefined where the site has no clock of its own: in production. */
    async clock(): Promise<SandboxClock | undefined> {
      const found = await find('/sandbox/clock');
      return found && readClock(found);
    },

    async moveTo(now: string): Promise<void> {
      await call('PUT', '/sandbox/clock', 'clock', { now });
    },

    /** Returns an account's subscriptions, newest first, also those that are over. */
    async subscriptions(accountCode: string): Promise<Subscription[]> {
      const path = `${accountPath(accountCode)}/subscriptions`;
      const [live, over] = await Promise.all([
        listOf(path, 'subscription'),
        listOf(`${path}?state=expired`, 'subscription'),
      ]);
      return [...live, ...over].map(readSubscription);
    },

    /** Returns an account's invoices, newest first. */
    invoices: async (accountCode: string): Promise<HistoricInvoice[]> =>
      (await listOf(`${accountPath(accountCode)}/invoices?per_page=50`, 'invoice')).map((each) => ({
        ...readInvoice(each),
        type: childText(each, 'type') ?? 'charge',
        origin: childText(each, 'origin') ?? 'purchase',
        next_attempt_at: childText(each, 'attempt_next_collection_at'),
      })),

    /** Returns the latest mail that the account's customer got, newest first. */
    async mails(accountCode: string): Promise<Mail[]> {
      const found = await find(`/sandbox/mailboxes/${encodeURIComponent(accountCode)}`);
      const mails = found && child(found, 'mails');
      return mails ? children(mails, 'mail').map(readMail) : [];
    },

    /** Stops a subscription at the end of the period that is paid. */
    async stop(uuid: string): Promise<void> {
      await call('PUT', `/subscriptions/${uuid}/cancel`);
    },
  };
};

const readClock = (clock: XmlElement): SandboxClock => {
  const now = childText(clock, 'now') ?? '';
  return { now, reached_at: childText(clock, 'reached_at') ?? now };
};

const readMail = (mail: XmlElement): Mail => {
  const read = (name: string): string => childText(mail, name) ?? '';
  return {
    id: read('id'),
    kind: read('kind'),
    to: read('to'),
    subject: read('subject'),
    queued_at: read('queued_at'),
    html: read('html'),
  };
};

const readSubscription = (element: XmlElement): Subscription => {
  const plan = child(element, 'plan');
  return {
    uuid: childText(element, 'uuid') ?? '',
    name: (plan && childText(plan, 'name')) ?? '',
    state: childText(element, 'state') ?? '',
    activated_at: childText(element, 'activated_at'),
    canceled_at: childText(element, 'canceled_at'),
    expires_at: childText(element, 'expires_at'),
    current_period_ends_at: childText(element, 'current_period_ends_at'),
    element,
  };
};
