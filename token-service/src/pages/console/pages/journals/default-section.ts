import type { JournalBatch } from '@service/billing/domain/journals/batch.ts';
import { type DefaultPosting, findDefaultPostings } from '@service/billing/queries/journals/default-postings.ts';
import { html, type Markup } from '../../../../documents/html.ts';
import { moneyOf } from '../../parts/figures.ts';
import { consoleTable } from '../../parts/table.ts';
import type { ConsoleVisit } from '../../visit.ts';
import type { JournalDeps } from './journal-deps.ts';
import { postingLabel } from './posting-label.ts';

/** Returns what says which postings of a batch went to the default account; nothing where its chart had none. */
export const defaultSection = (deps: JournalDeps) => {
  const find = findDefaultPostings(deps);
  return async ({ caller }: ConsoleVisit, { number, chart }: JournalBatch): Promise<Markup | string> => {
    if (chart.default_account === null) return '';
    const found = await find(caller, number);
    if (found.length === 0) {
      return html`<p class="quiet">Nothing was posted to the default account ${chart.default_account}: every posting has a rule.</p>`;
    }
    const amount = (cents: number, { traits }: DefaultPosting): string =>
      cents === 0 ? '' : moneyOf(cents, traits.currency);
    return html`<section><h2>Posted to the default account ${chart.default_account}</h2><p class="quiet">No rule of the chart named an account for these when the batch was made.</p>${consoleTable<DefaultPosting>(
      {
        caption: 'Posted to the default account',
        rows: found,
        empty: '',
        columns: [
          { name: 'posting', label: 'Postings', cell: ({ traits }) => postingLabel(traits) },
          { name: 'count', label: 'Number', numeric: true, cell: ({ postings }) => postings.toLocaleString('en') },
          { name: 'debits', label: 'Debits', numeric: true, cell: (one) => amount(one.debits_in_cents, one) },
          { name: 'credits', label: 'Credits', numeric: true, cell: (one) => amount(one.credits_in_cents, one) },
        ],
      },
    )}</section>`;
  };
};
