import { type ChartRule, chartKey, type JournalChart } from '@service/billing/domain/journals/chart.ts';
import {
  withDatevClient,
  withDefaultAccount,
  withoutRule,
  withRule,
} from '@service/billing/domain/journals/chart-changes.ts';
import type { LedgerAccount } from '@service/billing/domain/ledger/movement.ts';
import { findJournalChart } from '@service/billing/queries/journals/journal-batches.ts';
import { changeJournalChart } from '@service/billing/usecases/journals/change-journal-chart.ts';
import { html } from '../../../../documents/html.ts';
import type { Form } from '../../../../http/bodies/form.ts';
import { choiceField, formButtons, formTrouble, inputField, secretForm } from '../../parts/form.ts';
import { LEDGER_NAMES, ledgerChoices } from '../../parts/ledger-names.ts';
import { type ConsoleRoute, FormProblem, formPage } from '../../route.ts';
import { withPermission } from '../../visit.ts';
import { accountsForm } from './accounts-form.ts';
import { allAccountsForm } from './all-accounts-form.ts';
import type { JournalDeps } from './journal-deps.ts';
import { afterChartChange, backFromChart, JOURNALS_PATH, pendingFields, pendingOf } from './pending-batch.ts';

const BACK = { href: JOURNALS_PATH, label: 'Journals' };
const CHANGED = 'The chart was changed. Batches that are made keep their accounts.';

const ruleOf = (form: Form): ChartRule => ({
  ledger_account: (form.ledger_account ?? '') as LedgerAccount,
  accounting_code: form.accounting_code ?? null,
  tax_type: form.tax_type ?? null,
  currency: form.currency ?? null,
  account: form.account ?? '',
  cost_centre: form.cost_centre ?? null,
  tax_code: form.tax_code ?? null,
});

/** The forms that change the chart: a rule, its removal, and what holds for all postings. */
export const journalChartForms = (deps: JournalDeps): readonly ConsoleRoute[] => {
  const find = findJournalChart(deps);
  const change = withPermission('journals.make', changeJournalChart(deps));
  return [
    ...formPage({
      path: '/reports/journals/chart/rule',
      name: 'journal chart rule',
      permission: 'journals.make',
      ask: async (_, visit, filled) => ({
        title: 'Rule of the chart',
        back: backFromChart(pendingOf(filled.values)),
        content: [
          html`${formTrouble(filled)}<p>A rule replaces the one for the same postings. Leave what does not matter empty: the most specific rule wins.</p>`,
          secretForm(visit, { action: `${visit.prefix}/reports/journals/chart/rule` }, [
            choiceField(
              filled,
              {
                name: 'ledger_account',
                label: 'Ledger account',
                hint: 'Write-offs take what is no longer collected: invoices, payments lost to chargebacks, and gift cards that were given away.',
              },
              ledgerChoices(),
            ),
            inputField(filled, {
              name: 'accounting_code',
              label: 'Accounting code',
              hint: 'Of plans, add-ons and charges. Empty: any.',
            }),
            inputField(filled, {
              name: 'tax_type',
              label: 'Type of tax',
              hint: 'vat in the European Union, usst in the United States, elsewhere the country, such as gb; none for what has no tax. Empty: any.',
            }),
            inputField(filled, { name: 'currency', label: 'Currency', hint: 'For example EUR. Empty: any.' }),
            inputField(filled, {
              name: 'account',
              label: 'Account',
              hint: 'Its number or name in the accounting software.',
              attributes: { required: '' },
            }),
            inputField(filled, {
              name: 'cost_centre',
              label: 'Cost center',
              hint: 'Also called class or tracking option. Empty: none.',
            }),
            inputField(filled, {
              name: 'tax_code',
              label: 'Tax code',
              hint: 'The tax rate of Xero, or the BU key of DATEV. Empty: none.',
            }),
            ...pendingFields(pendingOf(filled.values)),
            formButtons('Save rule', { back: `${visit.prefix}${backFromChart(pendingOf(filled.values)).href}` }),
          ]),
        ],
      }),
      async carryOut(_, visit, form) {
        const chart = await change(visit, (present) => withRule(present, ruleOf(form)));
        return afterChartChange(chart, pendingOf(form), CHANGED);
      },
    }),
    ...accountsForm(deps),
    ...allAccountsForm(deps),
    ...formPage({
      path: '/reports/journals/chart/remove',
      name: 'journal chart remove',
      permission: 'journals.make',
      ask: async (_, visit, filled) => ({
        title: 'Remove a rule of the chart',
        back: BACK,
        content: [
          html`${formTrouble(filled)}<p>Postings of the rule are made to the account of the next best rule, or to the default account.</p>`,
          secretForm(visit, { action: `${visit.prefix}/reports/journals/chart/remove` }, [
            choiceField(
              filled,
              { name: 'rule', label: 'Rule' },
              (await find(visit.caller)).rules.map((rule) => [chartKey(rule), ruleWords(rule)]),
            ),
            formButtons('Remove rule', { back: `${visit.prefix}${BACK.href}`, danger: true }),
          ]),
        ],
      }),
      async carryOut(_, visit, form) {
        await change(visit, (chart) => {
          const without = withoutRule(chart, form.rule ?? '');
          if (!without) throw new FormProblem('The chart has no such rule.', { rule: 'Choose one.' });
          return without;
        });
        return { to: BACK.href, notice: CHANGED };
      },
    }),
    ...formPage({
      path: '/reports/journals/chart/default',
      name: 'journal chart default',
      permission: 'journals.make',
      ask: async (_, visit, filled) => ({
        title: 'Default account',
        back: backFromChart(pendingOf(filled.values)),
        content: [
          html`${formTrouble(filled)}<p>Postings that no rule names are made to this account. Without one, a batch with such postings is refused, and says which they are.</p>`,
          secretForm(visit, { action: `${visit.prefix}/reports/journals/chart/default` }, [
            inputField(filled, {
              name: 'default_account',
              label: 'Default account',
              value: (await find(visit.caller)).default_account ?? '',
              hint: 'Empty: none.',
            }),
            ...pendingFields(pendingOf(filled.values)),
            formButtons('Save', { back: `${visit.prefix}${backFromChart(pendingOf(filled.values)).href}` }),
          ]),
        ],
      }),
      async carryOut(_, visit, form) {
        const chart = await change(visit, (present) => withDefaultAccount(present, form.default_account ?? null));
        return afterChartChange(chart, pendingOf(form), CHANGED);
      },
    }),
    ...formPage({
      path: '/reports/journals/chart/datev',
      name: 'journal chart datev',
      permission: 'journals.make',
      ask: async (_, visit, filled) => ({
        title: 'DATEV',
        back: backToBatch(filled.values),
        content: [
          html`${formTrouble(filled)}<p>The tax consultant has these numbers.</p>`,
          secretForm(visit, { action: `${visit.prefix}/reports/journals/chart/datev` }, [
            ...datevFields(await find(visit.caller)).map((field) => inputField(filled, field)),
            ...(batchOf(filled.values) === undefined
              ? []
              : [html`<input type="hidden" name="batch" value="${batchOf(filled.values) ?? ''}">`]),
            formButtons('Save', { back: `${visit.prefix}${backToBatch(filled.values).href}` }),
          ]),
        ],
      }),
      async carryOut(_, visit, form) {
        const number = (name: string): number => Number(form[name] ?? Number.NaN);
        await change(visit, (chart) =>
          withDatevClient(chart, {
            consultant_number: number('consultant_number'),
            client_number: number('client_number'),
            fiscal_year_month: number('fiscal_year_month'),
            account_length: number('account_length'),
          }),
        );
        return { to: backToBatch(form).href, notice: CHANGED };
      },
    }),
  ];
};

/** Returns the number of the batch that lacks what DATEV wants, where one has led to the form. */
const batchOf = ({ batch }: Form): string | undefined => (/^\d{1,9}$/.test(batch ?? '') ? batch : undefined);

const backToBatch = (form: Form) => {
  const number = batchOf(form);
  return number === undefined
    ? BACK
    : { href: `${JOURNALS_PATH}/batches/${number}?format=datev`, label: `Batch ${number}` };
};

const datevFields = ({ datev }: JournalChart) =>
  (
    [
      ['consultant_number', 'Consultant (Beraternummer)', datev?.consultant_number ?? ''],
      ['client_number', 'Client (Mandantennummer)', datev?.client_number ?? ''],
      ['fiscal_year_month', 'First month of the fiscal year', datev?.fiscal_year_month ?? 1],
      ['account_length', 'Digits of account numbers (Sachkontenlänge)', datev?.account_length ?? 4],
    ] as const
  ).map(([name, label, value]) => ({ name, label, value: String(value), attributes: { inputmode: 'numeric' } }));

const ruleWords = ({ ledger_account, accounting_code, tax_type, currency, account }: ChartRule): string =>
  `${[LEDGER_NAMES[ledger_account], accounting_code, tax_type, currency].filter(Boolean).join(', ')}: ${account}`;
