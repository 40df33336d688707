import type { BillingInfoRecord } from '../domain/billing-info/record.ts';
import type { DueQuery } from './due.ts';

/** Payment methods of accounts. Clients see the one of an account as its billing info. */
export interface PaymentMethodRecords {
  /** Returns the payment method with which an account pays. */
  primary(accountId: string): Promise<BillingInfoRecord | undefined>;
  /** Returns the payment methods of several accounts. */
  ofAccounts(accountIds: readonly string[]): Promise<readonly BillingInfoRecord[]>;
  byId(id: string): Promise<BillingInfoRecord | undefined>;
  /** Returns the payment methods that are stored as this one of a gateway. */
  byReference(gatewayCode: string, reference: string): Promise<readonly BillingInfoRecord[]>;
  /** Adds a payment method, or replaces the one with its id, which keeps the earlier `created_at`. */
  save(record: BillingInfoRecord): Promise<void>;
  /** Removes what an account has on file. */
  removeAll(accountId: string): Promise<void>;
  /** Cards that expire and whose holders need a mail about it. */
  readonly cardsToTell: DueQuery;
  /** Marks the mail about a card as done. */
  told(id: string): Promise<void>;
}
