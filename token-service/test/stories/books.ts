import { expect } from 'vitest';
import type { TestService } from '../service.ts';

/** Checks that the balances recomputed from the ledger equal those of the invoices, for one account and currency. */
export const expectBooksToClose = async (
  { service: { opened } }: TestService,
  accountCode: string,
  currency = 'USD',
): Promise<void> => {
  const site = await opened.sites.find('demo');
  const records = opened.storage.of(site?.id ?? '');
  const account = await records.accounts.find(accountCode);
  if (!account) throw new Error(`no account ${accountCode}`);
  const { receivable = 0, credit = 0 } = await records.ledger.balances(account.id, currency);
  const { balance_in_cents } = await records.accounts.balance(account.id);
  const held = await records.invoices.openCredits(account.id, currency);
  expect({ owed: receivable + credit, credit }).toEqual({
    owed: balance_in_cents[currency] ?? 0,
    credit: held.reduce((sum, invoice) => sum + invoice.balance_in_cents, 0),
  });
};
