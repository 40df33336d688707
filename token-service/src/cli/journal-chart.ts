import {
  type ChartRule,
  chartKey,
  type DatevClient,
  type JournalChart,
} from '@service/billing/domain/journals/chart.ts';
import {
  withDatevClient,
  withDefaultAccount,
  withoutRule,
  withRule,
} from '@service/billing/domain/journals/chart-changes.ts';
import type { LedgerAccount } from '@service/billing/domain/ledger/movement.ts';
import { callerOn, needSite } from '@service/billing/engine/sites/on-site.ts';
import { findJournalChart } from '@service/billing/queries/journals/journal-batches.ts';
import { changeJournalChart } from '@service/billing/usecases/journals/change-journal-chart.ts';
import { notFound } from '@service/billing/values/failure.ts';
import { type Answer, type CommandOption, command, type OptionValues, type Tool, type Toolbox } from './command.ts';
import { inColumns } from './layout.ts';

type ChartMember = 'rules' | 'default_account' | 'datev';
const MEMBERS = ['rules', 'default_account', 'datev'] as const;

const TRAITS = {
  code: {
    value: '<code>',
    help: 'Only for lines with this accounting code, which plans, add-ons and charges have.',
  },
  'tax-type': { value: '<type>', help: 'Only for this type of tax, such as vat, or none for what has no tax.' },
  currency: { value: '<code>', help: 'Only in this currency.' },
} as const satisfies Readonly<Record<string, CommandOption>>;

const textOr = (value: OptionValues[string]): string | null => (typeof value === 'string' ? value : null);

const ruleOf = (ledgerAccount: string, given: OptionValues, account = ''): ChartRule => ({
  ledger_account: ledgerAccount as LedgerAccount,
  accounting_code: textOr(given.code),
  tax_type: textOr(given['tax-type']),
  currency: textOr(given.currency),
  account,
  cost_centre: textOr(given['cost-centre']),
  tax_code: textOr(given['tax-code']),
});

const changed = async (
  toolbox: Toolbox,
  subdomain: string,
  change: (chart: JournalChart) => JournalChart,
): Promise<Answer<ChartMember>> => {
  const { sites, world, operator } = toolbox;
  const caller = callerOn(world, operator, await needSite(sites, subdomain));
  return chartAnswer(await changeJournalChart(toolbox)(caller, change));
};

const chartAnswer = (chart: JournalChart): Answer<ChartMember> => ({
  text: [
    chart.rules.length === 0
      ? 'The chart has no rules.'
      : inColumns([
          ['LEDGER ACCOUNT', 'ACCOUNTING CODE', 'TAX TYPE', 'CURRENCY', 'ACCOUNT', 'COST CENTRE', 'TAX CODE'],
          ...chart.rules.map((rule) => [
            ...[rule.ledger_account, rule.accounting_code ?? 'any', rule.tax_type ?? 'any', rule.currency ?? 'any'],
            ...[rule.account, rule.cost_centre ?? '-', rule.tax_code ?? '-'],
          ]),
        ]),
    chart.default_account === null
      ? 'There is no default account: a batch with postings that no rule names is refused.'
      : `What no rule names is posted to ${chart.default_account}.`,
    ...(chart.datev === null ? [] : [`DATEV: ${datevWords(chart.datev)}.`]),
  ].join('\n\n'),
  json: {
    rules: chart.rules.map((rule) => ({ ...rule })),
    default_account: chart.default_account,
    datev: chart.datev === null ? null : { ...chart.datev },
  },
});

const datevWords = (client: DatevClient): string =>
  `consultant ${client.consultant_number}, client ${client.client_number}, fiscal year from month ${client.fiscal_year_month}, accounts of ${client.account_length} digits`;

/** The commands of a chart: how postings of the ledger become those of the accounting software. */
export const chartCommands: Tool['commands'] = {
  chart: command({
    takes: ['subdomain'],
    does: 'Shows the chart: which accounts postings are made to in the accounting software.',
    example: 'demo',
    members: MEMBERS,
    async run({ sites, storage }, [subdomain = '']) {
      return chartAnswer(await findJournalChart({ storage })({ site: await needSite(sites, subdomain) }));
    },
  }),
  map: command({
    takes: ['subdomain', 'ledger account', 'account'],
    does: 'Adds a rule to the chart, or replaces the one for the same postings.',
    example: 'demo revenue 8400 --code gold --tax-type vat --cost-centre web',
    options: {
      ...TRAITS,
      'cost-centre': { value: '<name>', help: 'The cost centre, class or tracking option of the postings.' },
      'tax-code': {
        value: '<code>',
        help: 'What the accounting software calls the tax rate: the tax rate of Xero, the BU key of DATEV.',
      },
    },
    members: MEMBERS,
    run: (toolbox, [subdomain = '', ledgerAccount = '', account = ''], given) =>
      changed(toolbox, subdomain, (chart) => withRule(chart, ruleOf(ledgerAccount, given, account))),
  }),
  unmap: command({
    takes: ['subdomain', 'ledger account'],
    does: 'Removes the rule for these postings from the chart.',
    example: 'demo revenue --code gold --tax-type vat',
    options: TRAITS,
    members: MEMBERS,
    run: (toolbox, [subdomain = '', ledgerAccount = ''], given) =>
      changed(toolbox, subdomain, (chart) => {
        const without = withoutRule(chart, chartKey(ruleOf(ledgerAccount, given)));
        if (!without) throw notFound('ChartRule', 'ledger_account', ledgerAccount);
        return without;
      }),
  }),
  'default-account': command({
    takes: ['subdomain', 'account'],
    does: 'Sets the account of postings that no rule of the chart names, or none.',
    example: 'demo 9999',
    members: MEMBERS,
    run: (toolbox, [subdomain = '', account = '']) =>
      changed(toolbox, subdomain, (chart) => withDefaultAccount(chart, account === 'none' ? null : account)),
  }),
  datev: command({
    takes: ['subdomain'],
    does: 'Sets what DATEV wants to know of the client, which the tax consultant has.',
    example: 'demo --consultant 29098 --client 55003 --year-month 1 --digits 4',
    options: {
      consultant: { value: '<number>', required: true, help: 'The number of the consultant (Beraternummer).' },
      client: { value: '<number>', required: true, help: 'The number of the client (Mandantennummer).' },
      'year-month': {
        value: '<month>',
        help: 'The month in which the fiscal year begins, from 1 to 12: 1 unless given.',
      },
      digits: { value: '<number>', help: 'The digits of account numbers (Sachkontenlänge): 4 unless given.' },
    },
    members: MEMBERS,
    run: (toolbox, [subdomain = ''], given) =>
      changed(toolbox, subdomain, (chart) =>
        withDatevClient(chart, {
          consultant_number: Number(given.consultant),
          client_number: Number(given.client),
          fiscal_year_month: Number(given['year-month'] ?? 1),
          account_length: Number(given.digits ?? 4),
        }),
      ),
  }),
};
