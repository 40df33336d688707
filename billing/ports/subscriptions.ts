import type { RevisedSubscription, ShownSubscription, SubscriptionRecord } from '../domain/subscriptions/record.ts';
import type { Seconds } from '../values/time.ts';
import type { DueQuery } from './due.ts';
import type { Listing } from './listing.ts';

export interface SubscriptionFilter {
  readonly account_id?: string;
  /** `pausing`: active, with a pause that begins later. */
  readonly state?:
    | 'active'
    | 'canceled'
    | 'expired'
    | 'future'
    | 'in_trial'
    | 'live'
    | 'past_due'
    | 'paused'
    | 'pausing';
  /** The moment that determines `in_trial`. */
  readonly at: Seconds;
  readonly started_with_gift?: boolean;
  readonly invoice_id?: string;
  readonly shipping_address_key?: string;
  readonly plan_code?: string;
  readonly currency?: string;
  /** The price of the plan alone, without add-ons. */
  readonly unit_amount_in_cents?: number;
}

/** A subscription that an invoice has lines of. */
export interface InvoicedSubscription {
  readonly uuid: string;
  /** Whether it started as a gift, and nothing was paid for it with money yet. */
  readonly is_unconverted_gift: boolean;
}

/** The live subscriptions of an account to one plan, counted. */
export interface SubscribedPlan {
  readonly account_id: string;
  readonly plan_code: string;
  readonly plan_name: string;
  readonly subscriptions: number;
  /** Those of them in their trial, and those that were canceled, counted. */
  readonly in_trial: number;
  readonly canceled: number;
}

/** The live subscriptions to a plan that were sold under one code and pay one price for a unit, counted. */
export interface PaidPrice {
  readonly plan_id: string;
  /** The code of the plan when it was sold. */
  readonly plan_code: string;
  readonly currency: string;
  /** The price of the plan alone, without add-ons. */
  readonly unit_amount_in_cents: number;
  readonly subscriptions: number;
}

export interface SubscriptionRecords extends Listing<ShownSubscription, SubscriptionFilter> {
  find(uuid: string): Promise<ShownSubscription | undefined>;
  /** Whether a subscription is stored as it was read: neither written nor removed since. */
  isUnchanged(read: RevisedSubscription): Promise<boolean>;
  add(record: SubscriptionRecord): Promise<void>;
  /** Increases the revision, whichever the record has. */
  save(record: SubscriptionRecord): Promise<void>;
  /** Subscriptions whose next boundary is due. */
  readonly atBoundary: DueQuery;
  /** Estimates how many boundaries subscriptions reach until a moment, from the lengths of their periods. */
  boundariesUntil(until: Seconds): Promise<number>;
  /** Trials whose customers need a mail about the end. */
  readonly trialsToRemind: DueQuery;
  /** Renewals of a year or more whose customers need a mail about it. */
  readonly renewalsToRemind: DueQuery;
  /** Subscriptions whose customers need a mail about another price at the next renewal. */
  readonly pricesToRemind: DueQuery;
  /** Marks the mail about the current trial, renewal or change of price as done. */
  markReminded(uuid: string, what: 'trial' | 'renewal' | 'price'): Promise<void>;
  /** Returns the time at which a subscription to this plan was last created for the account. */
  lastCreated(accountId: string, planId: string): Promise<Seconds | undefined>;
  /** The subscriptions that an invoice has lines of, in the order of its lines. */
  onInvoice(invoiceId: string): Promise<readonly InvoicedSubscription[]>;
  /** Sets the conversion date of a subscription that started as a gift, and was paid for with money. */
  convertGift(uuid: string, at: Seconds): Promise<void>;
  /** Renames an item in the add-ons that sell it, also of pending changes, because its code has changed. */
  renameItem(from: string, to: string): Promise<void>;
  live(accountId: string): Promise<readonly ShownSubscription[]>;
  /** Returns the live subscriptions that an account pays: its own and those of children billed to it. */
  paidBy(accountId: string): Promise<readonly ShownSubscription[]>;
  /** Returns the plans of the live subscriptions of several accounts, as they are at a moment. */
  plansOf(accountIds: readonly string[], at: Seconds): Promise<readonly SubscribedPlan[]>;
  /** Returns the prices that live subscriptions to these plans pay, each with the code that they were sold under. */
  pricesOf(planIds: readonly string[]): Promise<readonly PaidPrice[]>;
  /** Lets the primary method of the payer pay for all subscriptions of an account. */
  unbind(accountId: string): Promise<void>;
  /** Removes a subscription that was never invoiced. */
  remove(uuid: string): Promise<void>;
}
