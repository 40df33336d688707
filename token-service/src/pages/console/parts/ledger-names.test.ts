import { LEDGER_ACCOUNTS } from '@service/billing/domain/ledger/movement.ts';
import { REPORTS } from '@service/billing/queries/reports/reports.ts';
import { expect, test } from 'vitest';
import { LEDGER_NAMES, ledgerChoices, withLedgerNames } from './ledger-names.ts';

test('every ledger account has a name of its own for people', () => {
  const names = LEDGER_ACCOUNTS.map((account) => LEDGER_NAMES[account]);
  expect(new Set(names).size).toBe(LEDGER_ACCOUNTS.length);
  expect(names.filter((name) => !/^[A-Z][a-z -]+$/.test(name))).toEqual([]);
  expect(ledgerChoices().map(([account]) => account)).toEqual(LEDGER_ACCOUNTS);
});

test.each([
  ['The sum agrees with the ledger account receivable.', 'The sum agrees with the ledger account Receivables.'],
  ['the ledger accounts bank and fees.', 'the ledger accounts Bank and Gateway fees.'],
  ['and gift_cards owes what', 'and Gift cards owes what'],
  [
    'The tax of customers in credit, an account of cash, and of_tax',
    'The tax of customers in credit, an account of cash, and of_tax',
  ],
])('a sentence about ledger accounts names them: %s', (sentence, named) => {
  expect(withLedgerNames(sentence)).toBe(named);
});

test('no definition of a report leaves the name of a ledger account to programs', () => {
  const ambiguous = new RegExp(
    `\\b(?:${LEDGER_ACCOUNTS.filter((name) => name.includes('_')).join('|')})\\b|ledger accounts? [a-z]*(?:${LEDGER_ACCOUNTS.join('|')})\\b`,
  );
  for (const report of Object.values(REPORTS)) {
    const agreement = 'agreement' in report ? report.agreement : '';
    expect(withLedgerNames(`${report.definition} ${agreement}`)).not.toMatch(ambiguous);
  }
});
