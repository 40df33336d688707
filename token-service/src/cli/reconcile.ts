import type { Differences, GatewayOnly, GatewayOnlyState } from '@service/billing/domain/reconciliation/difference.ts';
import type { ShownTransaction } from '@service/billing/domain/transactions/record.ts';
import { type Adoption, invoiceOfAdoption } from '@service/billing/engine/reconciliation/plan-adoption.ts';
import { callerOn, needSite } from '@service/billing/engine/sites/on-site.ts';
import { adoptOperation } from '@service/billing/usecases/reconciliation/adopt-operation.ts';
import { listDifferences } from '@service/billing/usecases/reconciliation/list-differences.ts';
import {
  planReconciliation,
  type ReconciliationPlan,
} from '@service/billing/usecases/reconciliation/plan-reconciliation.ts';
import { refundOperation } from '@service/billing/usecases/reconciliation/refund-operation.ts';
import { amountText } from '@service/billing/values/money/money-text.ts';
import { isDate, readTime, type Seconds } from '@service/billing/values/time.ts';
import { allOption, LISTED, limitOf, withRest } from './cut-list.ts';
import { columns, shortTime } from './layout.ts';
import { main, type OptionValues, type Tool, Usage } from './tool.ts';
import { withGateways } from './with-gateways.ts';

const HELP = `After a restore: compares the payments and refunds of a site with those that its gateways have, and adopts or
refunds what only a gateway has, one by one.

  npm run reconcile -- <subdomain> --since 2027-01-31T02:00:00Z [--all]
  npm run reconcile -- <subdomain> --since … --adopt <id> [--account <code>] [--yes]
  npm run reconcile -- <subdomain> --since … --refund <id> [--yes]

--since is the moment of the backup, or a little earlier. --adopt records a payment on its account: it pays an open
invoice of its amount, or becomes credit that the next invoices use. --refund returns it to the customer. Both print
what will happen, and do it with --yes. The list shows ${LISTED} rows without --all. What is adopted or refunded twice
is done once. Run it before workers start: a worker would charge again what was paid since the backup.

DATA_DIR, DATABASE_URL and SECRETS_KEY are those of npm start. The exit status is 0 when it is done,
1 when it was refused (nothing has changed), 2 when the command could not be understood.`;

export const reconcileTool: Tool = {
  name: 'npm run reconcile --',
  help: HELP,
  commands: {
    '': {
      takes: ['subdomain'],
      options: {
        since: { type: 'string' },
        adopt: { type: 'string' },
        refund: { type: 'string' },
        account: { type: 'string' },
        yes: { type: 'boolean' },
        ...allOption,
      },
      async run(toolbox, [subdomain = ''], given) {
        const since = readSince(given);
        const asked = readAsked(given);
        const site = await needSite(toolbox.sites, subdomain);
        const caller = callerOn(toolbox.world, toolbox.operator, site);
        const deps = withGateways(toolbox);
        if (!asked) return listText(subdomain, await listDifferences(deps)(caller, since), given);

        const plan = await planReconciliation(deps)(caller, { ...asked, since });
        if (plan.outcome === 'agreed') return `${asked.reference}: the books and the gateway agree on it.`;
        const intended = planText(plan);
        if (given.yes !== true) return `${intended}\n\nNothing has changed yet. Add --yes to do it.`;
        if (plan.outcome === 'refund') await refundOperation(deps)(caller, plan.found);
        else await adoptOperation(deps)(caller, plan.found, asked.accountCode);
        return `${intended}\n\nDone.`;
      },
    },
  },
};

const readSince = ({ since }: OptionValues): Seconds => {
  const at = typeof since === 'string' ? readTime(since) : undefined;
  if (at !== undefined && isDate(at)) return at;
  throw new Usage(
    '--since takes a date or time, such as 2027-01-31 or 2027-01-31T02:00:00Z: the moment of the backup.',
  );
};

const readAsked = ({ adopt, refund, account }: OptionValues) => {
  if (typeof adopt === 'string' && typeof refund === 'string') throw new Usage('Give --adopt or --refund, not both.');
  if (typeof account === 'string' && typeof adopt !== 'string') throw new Usage('--account goes with --adopt.');
  const accountCode = typeof account === 'string' ? account : undefined;
  if (typeof adopt === 'string') return { does: 'adopt', reference: adopt, accountCode } as const;
  return typeof refund === 'string' ? ({ does: 'refund', reference: refund } as const) : undefined;
};

const listText = (subdomain: string, { gatewayOnly, booksOnly }: Differences, given: OptionValues): string => {
  if (gatewayOnly.length + booksOnly.length === 0) return `The books of ${subdomain} and its gateways agree.`;
  const limit = limitOf(given);
  const parts = [
    ...(gatewayOnly.length === 0
      ? []
      : [
          'Only the gateway has:',
          table([...gatewayOnly].sort((one, other) => one.operation.at - other.operation.at).map(gatewayRow), limit),
        ]),
    ...(booksOnly.length === 0
      ? []
      : [
          'Only the books have (look at the gateway; refund the invoice by hand if the customer paid nothing):',
          table(booksOnly.map(booksRow), limit),
        ]),
  ];
  return parts.join('\n\n');
};

const HEAD = ['ID', 'KIND', 'TIME', 'AMOUNT', 'ACCOUNT', 'GATEWAY', 'WHAT TO DO'];

const table = (rows: readonly string[][], limit: number): string =>
  withRest(columns([HEAD, ...rows.slice(0, limit)]), { total: rows.length, shown: Math.min(rows.length, limit) });

const TO_DO: Readonly<Record<GatewayOnlyState, string>> = {
  open: 'adopt or refund',
  captured: 'adopt',
  authorized: 'refund (releases it)',
  settling: 'wait for the bank',
  under_way: 'nothing: the worker ends it',
};

const gatewayRow = ({ operation, state, left_in_cents, account_codes, gateway_code }: GatewayOnly): string[] => [
  operation.result.reference ?? '-',
  operation.kind,
  shortTime(operation.at * 1000),
  amountText(left_in_cents, operation.currency),
  account_codes.join(',') || '-',
  gateway_code,
  operation.kind === 'refund' && state === 'open' ? 'adopt' : TO_DO[state],
];

const booksRow = (transaction: ShownTransaction): string[] => [
  transaction.reference ?? '-',
  transaction.action === 'refund' ? 'refund' : 'payment',
  shortTime(transaction.created_at * 1000),
  amountText(transaction.amount_in_cents, transaction.currency),
  transaction.details.account.account_code,
  transaction.gateway_code ?? '-',
  `invoice ${transaction.invoice ?? '-'}`,
];

const planText = (plan: Exclude<ReconciliationPlan, { outcome: 'agreed' }>): string => {
  const { operation, gateway_code, left_in_cents, state } = plan.found;
  const amount = amountText(operation.result.amount_in_cents, operation.currency);
  const named = `${operation.result.reference} of ${amount} at ${gateway_code}`;
  if (plan.outcome === 'adopt') return `Adopt the ${operation.kind} ${named}: ${adoptionText(plan.adoption)}`;
  const left = amountText(left_in_cents, operation.currency);
  return state === 'authorized'
    ? `Release the authorization ${named}. The books do not change.`
    : `Refund the payment ${named}: ${left} goes back to the customer. The books do not change.`;
};

const adoptionText = (adoption: Adoption): string => {
  switch (adoption.way) {
    case 'invoice':
      return `it pays invoice ${invoiceOfAdoption(adoption)} of account ${adoption.account.account_code}.`;
    case 'credit':
      return `it becomes credit of account ${adoption.account.account_code}, which its next invoices use.`;
    case 'capture':
      return 'the order of the authorization is recorded as it was priced, with its invoice.';
    case 'refund':
      return `it is recorded on invoice ${invoiceOfAdoption(adoption)}. No money moves.`;
  }
};

if (import.meta.main) await main(reconcileTool);
