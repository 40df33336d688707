import type { PostingTraits } from '../../domain/journals/chart.ts';
import { defaultedIn } from '../../domain/journals/document.ts';
import type { Caller } from '../../ports/caller.ts';
import { notFound } from '../../values/failure.ts';
import type { QueryDeps } from '../lists/site-query.ts';
import { batchMovements } from './journal-batches.ts';

/** Postings of a batch that its chart had no rule for, added up by their traits. */
export interface DefaultPosting {
  readonly traits: PostingTraits;
  readonly postings: number;
  readonly debits_in_cents: number;
  readonly credits_in_cents: number;
}

/** Returns the postings of a batch that went to the default account, by their traits. Throws `not_found`. */
export const findDefaultPostings =
  ({ storage }: QueryDeps) =>
  async ({ site }: Pick<Caller, 'site'>, number: number): Promise<readonly DefaultPosting[]> => {
    const records = storage.of(site.id);
    const batch = await records.journals.find(number);
    if (batch?.state !== 'made') throw notFound('JournalBatch', 'number', number);
    if (batch.chart.default_account === null) return [];
    const sums = new Map<string, DefaultPosting>();
    for await (const movement of batchMovements(records, number)) {
      for (const { traits, amount } of defaultedIn(batch.chart, movement)) {
        const key = JSON.stringify(traits);
        const one = sums.get(key) ?? { traits, postings: 0, debits_in_cents: 0, credits_in_cents: 0 };
        sums.set(key, {
          traits,
          postings: one.postings + 1,
          debits_in_cents: one.debits_in_cents + Math.max(amount, 0),
          credits_in_cents: one.credits_in_cents + Math.max(-amount, 0),
        });
      }
    }
    return [...sums].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, sum]) => sum);
  };
