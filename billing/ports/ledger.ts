import type { LedgerAccount, Movement } from '../domain/ledger/movement.ts';

export interface LedgerRecords {
  append(movement: Movement): Promise<void>;
  /**
   * Returns the number of an account's movements, in all currencies. A different number later means that money has
   * moved since.
   */
  count(accountId: string): Promise<number>;
  /**
   * Returns the account's movements that come from any of these invoices, transactions, credit payments and disputes,
   * oldest first, at most `limit`.
   */
  from(accountId: string, subjects: readonly string[], limit: number): Promise<readonly Movement[]>;
  /** Balances of one customer in one currency, in cents by ledger account. */
  balances(accountId: string, currency: string): Promise<Readonly<Partial<Record<LedgerAccount, number>>>>;
}
