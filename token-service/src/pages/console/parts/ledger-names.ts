import type { LedgerAccount } from '@service/billing/domain/ledger/movement.ts';

/** The accounts of the ledger for people. Files and programs have their names. */
export const LEDGER_NAMES: Readonly<Record<LedgerAccount, string>> = {
  receivable: 'Receivables',
  cash: 'Cash',
  credit: 'Customer credit',
  revenue: 'Revenue',
  tax: 'Tax',
  gift_cards: 'Gift cards',
  breakage: 'Breakage',
  write_off: 'Write-offs',
  disputed: 'Disputed payments',
  fees: 'Gateway fees',
  bank: 'Bank',
  conversions: 'Currency conversions',
  payout_differences: 'Payout differences',
  opening_balance: 'Opening balance',
};

/** Returns the name of a ledger account for people; a name that is none, as it is. */
export const ledgerName = (account: string): string => LEDGER_NAMES[account as LedgerAccount] ?? account;
