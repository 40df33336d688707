import type { LedgerAccount, Movement } from '../ledger/movement.ts';

export interface LedgerRecords {
  append(movement: Movement): Promise<void>;
  /** How many movements of one customer there are, in all currencies: another number, and something has moved. */
  count(accountId: string): Promise<number>;
  /** Cents by ledger account, of one customer and currency. */
  balances(accountId: string, currency: string): Promise<Readonly<Partial<Record<LedgerAccount, number>>>>;
}
