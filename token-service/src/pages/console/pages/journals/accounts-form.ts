import type { JournalChart, PostingTraits } from '@service/billing/domain/journals/chart.ts';
import { withRule } from '@service/billing/domain/journals/chart-changes.ts';
import { ruleTraits } from '@service/billing/domain/journals/unmapped-words.ts';
import { changeJournalChart } from '@service/billing/usecases/journals/change-journal-chart.ts';
import { Invalid } from '@service/billing/values/failure.ts';
import { html, type Markup } from '../../../../documents/html.ts';
import type { Form } from '../../../../http/bodies/form.ts';
import type { FilledForm } from '../../parts/filled.ts';
import { actionLink, formButtons, formTrouble, problemBelow, secretForm } from '../../parts/form.ts';
import { consoleTable } from '../../parts/table.ts';
import { type ConsoleRoute, FormProblem, formPage, problemsOf } from '../../route.ts';
import { type ConsoleVisit, withPermission } from '../../visit.ts';
import type { JournalDeps } from './journal-deps.ts';
import {
  ACCOUNTS_PATH,
  ALL_ACCOUNTS_PATH,
  afterChartChange,
  JOURNALS_PATH,
  type PendingBatch,
  pathWithPending,
  pendingFields,
  pendingOf,
} from './pending-batch.ts';
import { postingLabel } from './posting-label.ts';

/** The form that gives all postings of a refused batch their accounts, and leads back to making it. */
export const accountsForm = (deps: JournalDeps): readonly ConsoleRoute[] => {
  const change = withPermission('journals.make', changeJournalChart(deps));
  return formPage({
    path: ACCOUNTS_PATH,
    name: 'journal chart accounts',
    permission: 'journals.make',
    async ask(_, visit, filled) {
      const pending = pendingOf(filled.values);
      const make = pathWithPending(`${JOURNALS_PATH}/make`, { ...pending, postings: [] });
      return {
        title: 'Postings without an account',
        back: { href: make, label: 'Make a batch' },
        content: pending.postings.length === 0 ? [nothingAsked(visit)] : contentOf(visit, filled, pending, make),
      };
    },
    async carryOut(_, visit, form) {
      const pending = pendingOf(form);
      const given = pending.postings.flatMap((traits, index) => (form[`account_${index}`] ? [{ traits, index }] : []));
      if (given.length === 0) {
        throw new FormProblem('Nothing was saved.', { account_0: 'Enter the account of at least one posting.' });
      }
      const chart = await change(visit, (present) =>
        given.reduce((changed, { traits, index }) => withAccount(changed, traits, form, index), present),
      );
      return afterChartChange(
        chart,
        pending,
        given.length === 1 ? '1 rule was saved.' : `${given.length} rules were saved.`,
      );
    },
  });
};

const nothingAsked = (visit: ConsoleVisit): Markup =>
  html`<p>When a batch is refused, this page opens with its postings.</p><p>${actionLink(visit, `${JOURNALS_PATH}/make`, 'Make a batch', { main: true })}</p>`;

const contentOf = (visit: ConsoleVisit, filled: FilledForm, pending: PendingBatch, make: string): Markup[] => {
  const { prefix } = visit;
  return [
    html`${formTrouble(filled)}<p>Each account becomes a rule of the chart for these postings alone. The form <a href="${prefix}${pathWithPending(ALL_ACCOUNTS_PATH, pending)}">All accounts</a> sets one account for each ledger account, whatever the currency and the tax. What is left empty can follow later, or have a <a href="${prefix}${pathWithPending(`${JOURNALS_PATH}/chart/default`, pending)}">default account</a>.</p>`,
    secretForm(visit, { action: `${prefix}${ACCOUNTS_PATH}` }, [
      ...pendingFields(pending),
      postingTable(visit, filled, pending),
      formButtons('Save rules', { back: `${prefix}${make}` }),
    ]),
  ];
};

interface NumberedPosting {
  readonly traits: PostingTraits;
  /** The place among the postings, by which its fields are named. */
  readonly index: number;
}

const postingTable = ({ prefix }: ConsoleVisit, filled: FilledForm, pending: PendingBatch): Markup =>
  consoleTable<NumberedPosting>({
    caption: 'Postings without an account',
    rows: pending.postings.map((traits, index) => ({ traits, index })),
    empty: '',
    columns: [
      { name: 'posting', label: 'Postings', cell: ({ traits }) => postingLabel(traits) },
      {
        name: 'account',
        label: 'Account',
        cell: ({ traits, index }) => cellField(filled, `account_${index}`, `Account of ${postingLabel(traits)}`),
      },
      {
        name: 'tax_code',
        label: 'Tax code',
        cell: ({ traits, index }) =>
          ruleTraits(traits).tax_type !== null
            ? cellField(filled, `tax_code_${index}`, `Tax code of ${postingLabel(traits)}`)
            : '',
      },
      {
        name: 'wider',
        label: 'Or',
        cell: ({ traits }) => html`<a href="${prefix}${rulePath(pending, traits)}">Write a wider rule</a>`,
      },
    ],
  });

/** A field in a cell of a table, which has the label of its row and column. */
export const cellField = (filled: FilledForm, name: string, label: string): Markup =>
  html`<input name="${name}" value="${filled.values[name] ?? ''}" aria-label="${label}" autocomplete="off"${
    filled.problems.fields[name] ? html` aria-invalid="true" aria-describedby="${name}-problem"` : ''
  }>${problemBelow(filled, { name, label })}`;

const rulePath = (pending: PendingBatch, traits: PostingTraits): string => {
  const { ledger_account, accounting_code, tax_type, currency } = ruleTraits(traits);
  return pathWithPending(`${JOURNALS_PATH}/chart/rule`, pending, {
    ledger_account,
    accounting_code,
    tax_type,
    currency,
  });
};

/** Returns the chart with the account that a form gives a posting. Throws `FormProblem` at its field. */
const withAccount = (chart: JournalChart, traits: PostingTraits, form: Form, index: number): JournalChart => {
  const [account, taxCode] = [`account_${index}`, `tax_code_${index}`] as const;
  try {
    return withRule(chart, {
      ...ruleTraits(traits),
      account: form[account] ?? '',
      cost_centre: null,
      tax_code: form[taxCode] ?? null,
    });
  } catch (error) {
    if (!(error instanceof Invalid)) throw error;
    const { form: words = '', fields } = problemsOf(error) ?? { fields: {} };
    throw new FormProblem('Nothing was saved.', {
      [fields.tax_code === undefined ? account : taxCode]: fields.account ?? fields.tax_code ?? words,
    });
  }
};
