import { Failure } from '../../values/failure.ts';
import { MOST_CHART_RULES, type PostingTraits, WITHOUT_TAX } from './chart.ts';

/** Refuses a batch with postings that the chart has no account for. */
export class UnmappedBatch extends Failure {
  readonly unmapped: readonly PostingTraits[];
  constructor(unmapped: readonly PostingTraits[]) {
    super('precondition_failed', { what: unmappedWords(unmapped) });
    this.unmapped = unmapped;
  }
}

/** Ledger accounts whose postings rules tell apart by their tax. */
const TAXED: ReadonlySet<string> = new Set(['revenue', 'tax']);

/** Returns what rules tell a posting apart by, for people: `revenue in EUR, accounting code gold, tax type vat`. */
export const postingWords = ({ ledger_account, accounting_code, tax_type, currency }: PostingTraits): string =>
  [
    `${ledger_account} in ${currency}`,
    ...(accounting_code === null ? [] : [`accounting code ${accounting_code}`]),
    ...(tax_type === null && !TAXED.has(ledger_account) ? [] : [`tax type ${tax_type ?? WITHOUT_TAX}`]),
  ].join(', ');

/** Returns what the chart has no account for, as one message that says what to do. */
export const unmappedWords = (unmapped: readonly PostingTraits[]): string => {
  const named = unmapped.map(postingWords).sort().slice(0, MOST_CHART_RULES);
  const more = unmapped.length - named.length;
  return (
    `The chart has no account for: ${[...named, ...(more > 0 ? [`and ${more} more`] : [])].join('; ')}. ` +
    'Add rules to the chart, or set a default account, and make the batch again. Nothing was exported.'
  );
};
