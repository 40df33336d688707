import { Readable } from 'node:stream';
import type { JournalLine } from '@service/billing/domain/journals/document.ts';
import type { LedgerAccount } from '@service/billing/domain/ledger/movement.ts';
import { decimalText } from '@service/billing/values/money/decimal-text.ts';
import type { JournalFormat, NumberedDocument } from './format.ts';
import { documentWords } from './wording.ts';

/** The widest account that amounts are aligned behind. */
const WIDTH = 40;

/** Ends an account with two spaces at least, which programs read as its end. */
const posting = (account: string, amount: number, currency: string): string =>
  `    ${account.padEnd(WIDTH)}  ${decimalText(amount, currency).padStart(14)} ${currency}`;

const spaced = (text: string): string => text.replaceAll(/[\s;]+/g, ' ');

const ledgerTransaction = (document: NumberedDocument): string =>
  [
    `${document.day} * (${document.number}) ${spaced(documentWords(document))}`,
    ...document.lines.flatMap(({ account, amount, cost_centre }) => [
      posting(spaced(account), amount, document.currency),
      ...(cost_centre === null ? [] : [`    ; cost_centre: ${cost_centre}`]),
    ]),
    '',
    '',
  ].join('\n');

/** The kind of account that Beancount's names begin with. */
const ROOTS: Readonly<Record<LedgerAccount, string>> = {
  receivable: 'Assets',
  cash: 'Assets',
  bank: 'Assets',
  disputed: 'Assets',
  credit: 'Liabilities',
  tax: 'Liabilities',
  gift_cards: 'Liabilities',
  revenue: 'Income',
  breakage: 'Income',
  write_off: 'Expenses',
  fees: 'Expenses',
  payout_differences: 'Expenses',
  conversions: 'Equity',
  opening_balance: 'Equity',
};

const ROOTED = /^(Assets|Liabilities|Equity|Income|Expenses):/;

/** Returns a name that Beancount reads: parts of letters, digits and dashes, each with a capital or a digit first. */
const beancountAccount = ({ ledger_account, account }: JournalLine): string =>
  (ROOTED.test(account) ? account : `${ROOTS[ledger_account]}:${account}`)
    .split(':')
    .map((part) => part.replaceAll(/[^\p{L}\p{N}-]+/gu, '-').replace(/^-+/, ''))
    .filter((part) => part !== '')
    .map((part) => `${part.charAt(0).toUpperCase()}${part.slice(1)}`)
    .join(':');

const inQuotes = (text: string): string => `"${text.replaceAll(/["\\]/g, '\\$&')}"`;

const beancountTransaction = (document: NumberedDocument): string =>
  [
    `${document.day} * ${inQuotes(documentWords(document))} ^${document.number}`,
    ...document.lines.flatMap((line) => [
      posting(beancountAccount(line), line.amount, document.currency),
      ...(line.cost_centre === null ? [] : [`      cost_centre: ${inQuotes(line.cost_centre)}`]),
    ]),
    '',
    '',
  ].join('\n');

const textFormat = (
  label: string,
  extension: string,
  transaction: (document: NumberedDocument) => string,
): JournalFormat => ({
  label,
  type: 'text/plain; charset=utf-8',
  prefix: 'journal-',
  extension,
  groupOf: () => '',
  write: (_batch, _file, documents) => {
    async function* texts(): AsyncGenerator<string> {
      for await (const document of documents) yield transaction(document);
    }
    return Readable.from(texts());
  },
});

/** Text that Ledger and hledger read. */
export const ledgerJournal: JournalFormat = textFormat('Ledger', 'ledger', ledgerTransaction);

/** Text that Beancount reads, whose accounts the main file opens. */
export const beancountJournal: JournalFormat = textFormat('Beancount', 'beancount', beancountTransaction);
