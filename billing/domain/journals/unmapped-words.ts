import { Failure } from '../../values/failure.ts';
import { type ChartRule, MOST_CHART_RULES, type PostingTraits, WITHOUT_TAX } from './chart.ts';

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

/** Returns the tax type of the most specific rule for a posting: `none` for one that could have a tax and has none. */
const taxTypeOf = ({ ledger_account, tax_type }: PostingTraits): string | null =>
  tax_type ?? (TAXED.has(ledger_account) ? WITHOUT_TAX : null);

/** Returns the traits of the most specific rule for a posting, which is for no posting of another tax type. */
export const ruleTraits = (traits: PostingTraits): Pick<ChartRule, keyof PostingTraits> => ({
  ...traits,
  tax_type: taxTypeOf(traits),
});

/** Returns what rules tell a posting apart by, for people: `revenue in EUR, accounting code gold, tax type vat`. */
export const postingWords = (traits: PostingTraits): string => {
  const { ledger_account, accounting_code, tax_type, currency } = ruleTraits(traits);
  return [
    `${ledger_account} in ${currency}`,
    ...(accounting_code === null ? [] : [`accounting code ${accounting_code}`]),
    ...(tax_type === null ? [] : [`tax type ${tax_type}`]),
  ].join(', ');
};

/** Returns what the chart has no account for, as one message that says what to do. */
export const unmappedWords = (unmapped: readonly PostingTraits[]): string => {
  const named = unmapped.map(postingWords).sort().slice(0, MOST_CHART_RULES);
  const more = unmapped.length - named.length;
  return (
    `The chart has no account for: ${[...named, ...(more > 0 ? [`and ${more} more`] : [])].join('; ')}. ` +
    'Add rules to the chart, or set a default account, and make the batch again. Nothing was exported.'
  );
};
