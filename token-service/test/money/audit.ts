import type { GatewayLogEntry } from '../../src/adapters/gateway/gateway-log.ts';
import type { Database } from '../../src/adapters/storage/database.ts';
import { accountsOfMoney } from './audit-accounts.ts';
import { creditReceived } from './audit-credit.ts';
import { numbers, paymentsOfInvoices, quantities, sumsOfInvoices } from './audit-invoices.ts';
import { balances, cash, paidOut } from './audit-money.ts';
import { openIntents, scarce } from './audit-scarce.ts';
import { readBooks } from './read-books.ts';

/**
 * Recomputes the books of a deployment with one site that sells: balances from the ledger, cash from the gateway’s own
 * log, each invoice from its lines and payments. Returns one line for each discrepancy. `calls` are those of a gateway
 * that keeps its log elsewhere.
 */
export const audit = async (database: Database, calls?: readonly GatewayLogEntry[]): Promise<string[]> => {
  const read = await readBooks(database);
  const books = calls ? { ...read, calls } : read;
  return [
    balances,
    cash,
    paidOut,
    sumsOfInvoices,
    paymentsOfInvoices,
    creditReceived,
    accountsOfMoney,
    quantities,
    numbers,
    scarce,
    openIntents,
  ].flatMap((check) => check(books));
};
