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

/** Returns the ledger accounts by their names, for a list to choose from. */
export const ledgerChoices = (): readonly (readonly [account: string, name: string])[] => Object.entries(LEDGER_NAMES);

/** Returns a sentence of a report or a checklist with the names of the ledger accounts that it is about. */
export const withLedgerNames = (text: string): string =>
  text
    .replaceAll(
      /\b((?:ledger )?accounts? )([a-z_]+)( and )?([a-z_]+)?/g,
      (_, lead: string, one: string, and = '', other = '') =>
        `${lead}${ledgerName(one)}${and}${and ? ledgerName(other) : ''}`,
    )
    .replaceAll(/\b[a-z]+_[a-z]+\b/g, ledgerName);
