import { type PostingTraits, WITHOUT_TAX } from './chart.ts';

/** Postings that one message names. */
const MOST_NAMED = 20;

/** Ledger accounts whose postings rules tell apart by their tax. */
const TAXED: ReadonlySet<string> = new Set(['revenue', 'tax']);

const postingWords = ({ ledger_account, accounting_code, tax_type, currency }: PostingTraits): string =>
  [
    `${ledger_account} in ${currency}`,
    ...(accounting_code === null ? [] : [`accounting code ${accounting_code}`]),
    ...(tax_type === null && !TAXED.has(ledger_account) ? [] : [`tax type ${tax_type ?? WITHOUT_TAX}`]),
  ].join(', ');

/** Returns what the chart has no account for, as one message that says what to do. */
export const unmappedWords = (unmapped: readonly PostingTraits[]): string => {
  const named = unmapped.map(postingWords).sort().slice(0, MOST_NAMED);
  const more = unmapped.length - named.length;
  return (
    `The chart has no account for: ${[...named, ...(more > 0 ? [`and ${more} more`] : [])].join('; ')}. ` +
    'Add rules to the chart, or set a default account, and make the batch again. Nothing was exported.'
  );
};
