import type { LedgerEntry } from '../ledger/movement.ts';
import type { PostingTraits } from './chart.ts';
import type { JournalMovement, PostedLine } from './journal-movement.ts';

/** A part of a ledger entry, whose traits the chart knows an account for. */
export interface SplitPosting {
  readonly traits: PostingTraits;
  /** The account that the product names. */
  readonly own: string | null;
  /** Cents; debits positive, credits negative. */
  readonly amount: number;
}

type Part = Pick<SplitPosting, 'own' | 'amount'> & Pick<PostingTraits, 'accounting_code' | 'tax_type'>;

/**
 * Returns the entries of a movement, with revenue and tax of an invoice in the parts that its lines make. The parts of
 * an entry add up to it: what its lines do not explain is a part without a code.
 */
export const splitMovement = ({ currency, entries, lines }: JournalMovement): readonly SplitPosting[] =>
  entries.flatMap((entry) =>
    partsOf(entry, lines).map(({ accounting_code, tax_type, own, amount }) => ({
      traits: { ledger_account: entry.account, accounting_code, tax_type, currency },
      own,
      amount,
    })),
  );

const PARTS: Partial<Readonly<Record<LedgerEntry['account'], (line: PostedLine) => readonly Part[]>>> = {
  revenue: ({ accounting_code, revenue_gl_account_code, net, taxes }) => [
    { accounting_code, tax_type: taxes[0]?.type ?? null, own: revenue_gl_account_code, amount: -net },
  ],
  tax: ({ accounting_code, taxes }) =>
    taxes.map(({ type, amount }) => ({ accounting_code, tax_type: type, own: null, amount: -amount })),
};

const partsOf = ({ account, amount }: LedgerEntry, lines: readonly PostedLine[]): readonly Part[] => {
  const parts = lines.flatMap((line) => PARTS[account]?.(line) ?? []);
  const rest = amount - parts.reduce((sum, part) => sum + part.amount, 0);
  return [...parts, { accounting_code: null, tax_type: null, own: null, amount: rest }].filter((part) => part.amount);
};
