import { dayIn } from '../../values/periods/day-in.ts';
import type { LedgerAccount } from '../ledger/movement.ts';
import { accountOf, type JournalChart, type PostedAccount, type PostingTraits } from './chart.ts';
import type { JournalMovement } from './journal-movement.ts';
import { type SplitPosting, splitMovement } from './split-movement.ts';

/** A line of a journal. */
export interface JournalLine extends PostedAccount {
  readonly ledger_account: LedgerAccount;
  /** Cents; debits positive, credits negative. */
  readonly amount: number;
}

/** A transaction of a journal, whose lines add up to zero. */
export interface JournalDocument {
  /** The day in the time zone of the batch: `2026-11-30`. */
  readonly day: string;
  readonly currency: string;
  /** The kind of movement, for example `invoice.posted`. */
  readonly kind: string;
  /** The movement; null in a summary of several. */
  readonly movement_id: string | null;
  readonly account_code: string | null;
  readonly invoice_number: string | null;
  readonly lines: readonly JournalLine[];
}

/** A posting for which the chart has no account. */
export class UnmappedPosting extends Error {
  readonly traits: PostingTraits;

  constructor(traits: PostingTraits) {
    super(`No account for ${JSON.stringify(traits)}`);
    this.traits = traits;
  }
}

/** Returns the traits of a movement's postings for which the chart has no account. */
export const unmappedIn = (chart: JournalChart, movement: JournalMovement): readonly PostingTraits[] =>
  chart.default_account === null ? defaultedIn(chart, movement).map(({ traits }) => traits) : [];

/** Returns the postings of a movement that no rule of the chart names an account for. */
export const defaultedIn = (chart: JournalChart, movement: JournalMovement): readonly SplitPosting[] => {
  const rules = { ...chart, default_account: null };
  return splitMovement(movement).filter(({ traits, own }) => !accountOf(rules, traits, own));
};

/** Returns the document of a movement. Throws `UnmappedPosting`. */
export const journalDocument = (
  { chart, time_zone }: { readonly chart: JournalChart; readonly time_zone: string },
  movement: JournalMovement,
): JournalDocument => ({
  day: dayIn(time_zone, movement.at),
  currency: movement.currency,
  kind: movement.kind,
  movement_id: movement.id,
  account_code: movement.account_code,
  invoice_number: movement.invoice_number,
  lines: mergedLines(
    splitMovement(movement).map(({ traits, own, amount }) => {
      const posted = accountOf(chart, traits, own);
      if (!posted) throw new UnmappedPosting(traits);
      const { account, cost_centre, tax_code } = posted;
      return { ledger_account: traits.ledger_account, account, cost_centre, tax_code, amount };
    }),
  ),
});

const lineKey = ({ ledger_account, account, cost_centre, tax_code }: JournalLine): string =>
  JSON.stringify([ledger_account, account, cost_centre, tax_code]);

/** Adds the lines of the same account up, in the order in which the accounts appear. */
const mergedLines = (lines: readonly JournalLine[]): readonly JournalLine[] =>
  [...Map.groupBy(lines, lineKey).values()]
    .map(([first, ...others]) => ({
      ...(first as JournalLine),
      amount: others.reduce((sum, { amount }) => sum + amount, first?.amount ?? 0),
    }))
    .filter(({ amount }) => amount !== 0);

/**
 * Returns what movements have in common that a summary of a day adds up: currency, kind, and the ledger accounts that
 * they debit and credit. So each summary reads like one movement, and summaries can be added up again.
 */
const summaryKey = ({ currency, kind, lines }: JournalDocument): string => {
  const sides = new Set(
    lines.map(({ ledger_account, amount }) => `${ledger_account} ${amount > 0 ? 'debit' : 'credit'}`),
  );
  return JSON.stringify([currency, kind, ...[...sides].sort()]);
};

/**
 * Returns the summaries of one day's documents: one for each currency, kind of movement and set of ledger accounts, so
 * that charges and credits stay apart.
 */
export const summariesOf = (documents: readonly JournalDocument[]): readonly JournalDocument[] =>
  [...Map.groupBy(documents, summaryKey)]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .flatMap(([, [first, ...others]]) =>
      first
        ? [
            {
              ...first,
              movement_id: null,
              account_code: null,
              invoice_number: null,
              lines: sidesOf([first, ...others]),
            },
          ]
        : [],
    );

const sidesOf = (documents: readonly JournalDocument[]): readonly JournalLine[] => {
  const lines = documents.flatMap((document) => document.lines);
  const [debits, credits] = [lines.filter(({ amount }) => amount > 0), lines.filter(({ amount }) => amount < 0)];
  const sorted = (some: readonly JournalLine[]) =>
    [...mergedLines(some)].sort((one, other) => (lineKey(one) < lineKey(other) ? -1 : 1));
  return [...sorted(debits), ...sorted(credits)];
};
