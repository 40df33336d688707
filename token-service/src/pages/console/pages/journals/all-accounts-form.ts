import { type ChartRule, chartKey, type JournalChart } from '@service/billing/domain/journals/chart.ts';
import { withDefaultAccount, withoutRule, withRule } from '@service/billing/domain/journals/chart-changes.ts';
import { LEDGER_ACCOUNTS, type LedgerAccount } from '@service/billing/domain/ledger/movement.ts';
import { findJournalChart } from '@service/billing/queries/journals/journal-batches.ts';
import { changeJournalChart } from '@service/billing/usecases/journals/change-journal-chart.ts';
import { Invalid } from '@service/billing/values/failure.ts';
import { html, type Markup } from '../../../../documents/html.ts';
import type { Form } from '../../../../http/bodies/form.ts';
import type { FilledForm } from '../../parts/filled.ts';
import { formButtons, formTrouble, inputField, secretForm } from '../../parts/form.ts';
import { LEDGER_NAMES } from '../../parts/ledger-names.ts';
import { consoleTable } from '../../parts/table.ts';
import { refuseUnseen, seenFields, type VersionValues } from '../../record-version.ts';
import { type ConsoleRoute, FormProblem, formPage, problemsOf } from '../../route.ts';
import { withPermission } from '../../visit.ts';
import { cellField } from './accounts-form.ts';
import type { JournalDeps } from './journal-deps.ts';
import { ALL_ACCOUNTS_PATH, afterChartChange, backFromChart, pendingFields, pendingOf } from './pending-batch.ts';

/** The parts of a rule, each a field for each account of the ledger. */
const PARTS = ['account', 'cost_centre', 'tax_code'] as const;
type Part = (typeof PARTS)[number];

const LABELS: Readonly<Record<Part, string>> = {
  account: 'Account',
  cost_centre: 'Cost center',
  tax_code: 'Tax code',
};

const fieldOf = (part: Part, name: LedgerAccount): string => `${part}_${name}`;

const traitsOf = (ledger_account: LedgerAccount) => ({
  ...{ ledger_account, accounting_code: null, tax_type: null, currency: null },
});

/** Returns the rule for all postings of an account of the ledger that no narrower rule names. */
const ruleFor = ({ rules }: JournalChart, name: LedgerAccount): ChartRule | undefined =>
  rules.find((rule) => chartKey(rule) === chartKey(traitsOf(name)));

/** The form with the accounts of the whole ledger, and the default account. Rules for some of the postings stay. */
export const allAccountsForm = (deps: JournalDeps): readonly ConsoleRoute[] => {
  const find = findJournalChart(deps);
  const change = withPermission('journals.make', changeJournalChart(deps));
  return formPage({
    path: ALL_ACCOUNTS_PATH,
    name: 'journal chart all',
    permission: 'journals.make',
    async ask(_, visit, filled) {
      const chart = await find(visit.caller);
      const pending = pendingOf(filled.values);
      const back = backFromChart(pending);
      return {
        title: 'Accounts of the chart',
        back,
        content: [
          html`${formTrouble(filled)}<p>Each account is for all postings of that kind which no narrower rule names. What is left empty is posted to the default account, if there is one.</p>`,
          secretForm(visit, { action: `${visit.prefix}${ALL_ACCOUNTS_PATH}` }, [
            seenFields(versionOf(chart)),
            ...pendingFields(pending),
            accountTable(filled, chart),
            inputField(filled, {
              name: 'default_account',
              label: 'Default account',
              // Once the form was sent, an emptied field stays empty.
              value: 'form_id' in filled.values ? '' : chart.default_account,
              hint: 'For postings that no rule names. Empty: none.',
            }),
            formButtons('Save', { back: `${visit.prefix}${back.href}` }),
          ]),
        ],
      };
    },
    async carryOut(_, visit, form) {
      const chart = await change(visit, (present) => {
        refuseUnseen(form, versionOf(present), 'The chart was');
        return withDefaultAccount(LEDGER_ACCOUNTS.reduce(withAccountOf(form), present), form.default_account ?? null);
      });
      return afterChartChange(
        chart,
        pendingOf(form),
        'The chart was saved. Batches that are made keep their accounts.',
      );
    },
  });
};

const versionOf = (chart: JournalChart): VersionValues => ({
  ...Object.fromEntries(
    LEDGER_ACCOUNTS.map((name) => {
      const rule = ruleFor(chart, name);
      return [
        LEDGER_NAMES[name],
        rule
          ? PARTS.map((part) => rule[part] ?? '')
              .join(' ')
              .trim()
          : '',
      ];
    }),
  ),
  'default account': chart.default_account ?? '',
});

const accountTable = (filled: FilledForm, chart: JournalChart): Markup =>
  consoleTable<LedgerAccount>({
    caption: 'Accounts of the ledger',
    rows: LEDGER_ACCOUNTS,
    empty: '',
    columns: [
      { name: 'ledger_account', label: 'Ledger account', cell: (name) => LEDGER_NAMES[name] },
      ...PARTS.map((part) => ({
        name: part,
        label: LABELS[part],
        cell: (name: LedgerAccount) =>
          cellField(
            { ...filled, values: { [fieldOf(part, name)]: ruleFor(chart, name)?.[part] ?? '', ...typedIn(filled) } },
            fieldOf(part, name),
            `${LABELS[part]} of ${LEDGER_NAMES[name]}`,
          ),
      })),
    ],
  });

/** Returns what was typed; in a form that was sent, an emptied field too. */
const typedIn = ({ values }: FilledForm): Form =>
  'form_id' in values
    ? Object.fromEntries(
        LEDGER_ACCOUNTS.flatMap((name) =>
          PARTS.map((part) => [fieldOf(part, name), values[fieldOf(part, name)] ?? ''] as const),
        ),
      )
    : {};

/** Applies what a form has for an account of the ledger. Throws `FormProblem` at its field. */
const withAccountOf =
  (form: Form) =>
  (chart: JournalChart, name: LedgerAccount): JournalChart => {
    const [account, cost_centre, tax_code] = PARTS.map((part) => form[fieldOf(part, name)] ?? null);
    if (!account) {
      if (cost_centre || tax_code) {
        throw new FormProblem('Nothing was saved.', { [fieldOf('account', name)]: 'Enter the account too.' });
      }
      return withoutRule(chart, chartKey(traitsOf(name))) ?? chart;
    }
    try {
      return withRule(chart, {
        ...traitsOf(name),
        account,
        cost_centre: cost_centre ?? null,
        tax_code: tax_code ?? null,
      });
    } catch (error) {
      if (!(error instanceof Invalid)) throw error;
      const { form: words = '', fields } = problemsOf(error) ?? { fields: {} };
      const part = PARTS.find((one) => fields[one] !== undefined) ?? 'account';
      throw new FormProblem('Nothing was saved.', { [fieldOf(part, name)]: fields[part] ?? words });
    }
  };
