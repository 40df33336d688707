import type { JournalDocument, JournalLine } from './document.ts';

/** A debit and a credit of the same amount. */
export interface JournalPair {
  readonly debit: JournalLine;
  readonly credit: JournalLine;
  /** Cents, above 0. */
  readonly amount: number;
}

/** Returns a document as pairs of accounts, for software that posts an amount from one account to another. */
export const pairsOf = ({ lines }: Pick<JournalDocument, 'lines'>): readonly JournalPair[] => {
  const left = lines.map((line) => ({ line, amount: Math.abs(line.amount) }));
  const debits = left.filter(({ line }) => line.amount > 0);
  const credits = left.filter(({ line }) => line.amount < 0);
  const pairs: JournalPair[] = [];
  for (let [debit, credit] = [debits.shift(), credits.shift()]; debit && credit; ) {
    const amount = Math.min(debit.amount, credit.amount);
    pairs.push({ debit: debit.line, credit: credit.line, amount });
    debit.amount -= amount;
    credit.amount -= amount;
    if (debit.amount === 0) debit = debits.shift();
    if (credit.amount === 0) credit = credits.shift();
  }
  return pairs;
};
