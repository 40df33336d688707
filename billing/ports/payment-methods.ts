import type { BillingInfoRecord } from '../domain/billing-info/record.ts';
import type { MethodRoles } from '../domain/billing-info/wallet.ts';
import type { DueQuery } from './due.ts';
import type { Listing } from './listing.ts';

/** Payment methods of accounts. Clients see the primary of an account as its billing info. */
export interface PaymentMethodRecords extends Listing<BillingInfoRecord, { readonly account_id: string }> {
  /** Returns the payment method with which an account pays unless another one is chosen. */
  primary(accountId: string): Promise<BillingInfoRecord | undefined>;
  /** Returns all payment methods of an account, the primary first, then by age. */
  ofAccount(accountId: string): Promise<readonly BillingInfoRecord[]>;
  /** Returns the primary payment methods of several accounts. */
  primaries(accountIds: readonly string[]): Promise<readonly BillingInfoRecord[]>;
  byId(id: string): Promise<BillingInfoRecord | undefined>;
  /** Returns the payment methods that are stored as this one of a gateway. */
  byReference(gatewayCode: string, reference: string): Promise<readonly BillingInfoRecord[]>;
  /** Takes the roles that a method will have from the others of its account; only one method may have each. */
  takeRoles(method: MethodRoles & Pick<BillingInfoRecord, 'id' | 'account_id'>): Promise<void>;
  /** Adds a payment method, or replaces the one with its id, which keeps the earlier `created_at`. */
  save(record: BillingInfoRecord): Promise<void>;
  /** Removes a payment method. Subscriptions and open invoices that it pays fall back to the primary. */
  remove(method: Pick<BillingInfoRecord, 'id' | 'account_id' | 'uuid'>): Promise<void>;
  /** Removes all payment methods of an account, each like `remove`. */
  removeAll(accountId: string): Promise<void>;
  /** Cards that expire and whose holders need a mail about it. */
  readonly cardsToRemind: DueQuery;
  /** Marks the mail about a card as done. */
  markReminded(id: string): Promise<void>;
}
