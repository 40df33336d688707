import type { SubscriptionEventType } from '../events/event.ts';
import type { ShownSubscription, SubscriptionRecord } from '../subscriptions/record.ts';
import type { Seconds } from '../time.ts';
import type { DueQuery } from './due.ts';
import type { Listing } from './listing.ts';

export interface SubscriptionFilter {
  readonly account_id?: string;
  readonly state?: 'active' | 'canceled' | 'expired' | 'future' | 'in_trial' | 'live' | 'past_due' | 'paused';
  /** What `in_trial` is judged by. */
  readonly now: Seconds;
  readonly invoice_id?: string;
  readonly shipping_address_key?: string;
}

export interface SubscriptionRecords extends Listing<ShownSubscription, SubscriptionFilter> {
  find(uuid: string): Promise<ShownSubscription | undefined>;
  add(record: SubscriptionRecord): Promise<void>;
  /** `announces`: the events that the change amounts to, where the states before and after do not tell. */
  save(record: SubscriptionRecord, announces?: readonly SubscriptionEventType[]): Promise<void>;
  /** Those that time moves on. */
  readonly atBoundary: DueQuery;
  /** When one to this plan was last created for the account. */
  lastCreated(accountId: string, planId: string): Promise<Seconds | undefined>;
  /** The subscriptions that an invoice has lines of, in the order of its lines. */
  idsOnInvoice(invoiceId: string): Promise<readonly string[]>;
  /** Dates the conversion of those that started as a gift and have lines on an invoice that was paid with money. */
  convertGifts(invoiceId: string, at: Seconds): Promise<void>;
  live(accountId: string): Promise<readonly ShownSubscription[]>;
  /** One that has not been invoiced. */
  remove(uuid: string): Promise<void>;
}
