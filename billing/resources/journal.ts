import { code, currency, integer, list, maybe, noted, text, time } from './field.ts';
import { resource } from './resource.ts';

/** The sum of the debits of a batch in one currency, which its credits equal. */
const journalTotal = resource('total', { currency: currency(), debits_in_cents: integer() });

/** A file of a batch in one format. */
export const journalFile = resource('journal_file', {
  name: code(255),
  lines: noted('Postings, without the heading.', integer()),
});

/** Movements of the ledger that the accounting software was given together. */
export const journalBatch = resource('journal_batch', {
  number: integer(),
  state: noted('made, or given_up: its movements are in a later batch, and its files are gone.', text(10)),
  detail: text(10),
  up_to: noted('In the time zone of the site.', text(10)),
  first_day: maybe(text(10)),
  last_day: maybe(text(10)),
  movements: integer(),
  totals: list(() => journalTotal),
  made_at: time(),
  made_by: text(255),
  files: noted(
    'Only where one batch is read.',
    list(() => journalFile),
  ),
});

/** Batches, the latest first. */
export const journalList = resource('journals', { batches: list(() => journalBatch) });
