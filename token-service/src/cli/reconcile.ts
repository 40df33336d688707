import type { Differences, GatewayOnly, GatewayOnlyState } from '@service/billing/domain/reconciliation/difference.ts';
import type { ShownTransaction } from '@service/billing/domain/transactions/record.ts';
import {
  type Adoption,
  type AdoptionChoice,
  invoiceOfAdoption,
} from '@service/billing/engine/reconciliation/plan-adoption.ts';
import { callerOn, needSite } from '@service/billing/engine/sites/on-site.ts';
import { adoptOperation } from '@service/billing/usecases/reconciliation/adopt-operation.ts';
import { listDifferences } from '@service/billing/usecases/reconciliation/list-differences.ts';
import {
  planReconciliation,
  type ReconciliationPlan,
  type ReconciliationRequest,
} from '@service/billing/usecases/reconciliation/plan-reconciliation.ts';
import { refundOperation } from '@service/billing/usecases/reconciliation/refund-operation.ts';
import { amountText } from '@service/billing/values/money/money-text.ts';
import { DAY, isDate, isoTime, readTime, type Seconds } from '@service/billing/values/time.ts';
import {
  type CommandOptions,
  command,
  type JsonRow,
  type OptionValues,
  type Tool,
  type Toolbox,
  UsageError,
} from './command.ts';
import { LISTED, pageText } from './cut-list.ts';
import { shortTime } from './layout.ts';
import { main } from './tool.ts';
import { topic } from './topics.ts';
import { withGateways } from './with-gateways.ts';

const MEMBERS = [
  ...(['only', 'id', 'kind', 'at', 'amount_in_cents', 'currency'] as const),
  ...(['account_codes', 'gateway', 'to_do'] as const),
];

type Row = JsonRow<(typeof MEMBERS)[number]>;

const OUTCOME_MEMBERS = [
  ...(['id', 'outcome', 'kind', 'amount_in_cents', 'currency'] as const),
  ...(['gateway', 'account_code', 'invoice_number'] as const),
];

type Outcome = JsonRow<(typeof OUTCOME_MEMBERS)[number]>;

/** Days before the present of which operations are searched, without `--since`. */
const SEARCHED_DAYS = 90;

const commonOptions = {
  since: {
    value: '<moment>',
    help: `Searches operations from this moment on. By default, those of the last ${SEARCHED_DAYS} days.`,
  },
  'dry-run': { help: 'Prints what would happen, and changes nothing.' },
} as const satisfies CommandOptions;

export const reconcileTool: Tool = {
  ...topic('reconcile'),
  about: `adopt records a payment on its account: it pays an open invoice of its amount, or else an external charge invoice that is
made for it. refund returns it to the customer. What is adopted or refunded twice is done once. Compare before workers
start: a worker would charge again what was paid since.`,
  notes: `The exit status of the list is 3 while something is listed. SECRETS_KEY is that of the service. An external invoice
does not pay for a renewal that the restored database has not billed yet: give --credit, and the renewal uses it.`,
  commands: {
    '': command({
      takes: ['subdomain'],
      does: 'Lists payments and refunds that only one side has.',
      example: 'demo --since 2027-01-31T02:00:00Z',
      options: {
        since: { value: '<moment>', required: true, help: 'The moment of the backup, such as 2027-01-31T02:00:00Z.' },
        all: { help: 'Shows the whole list.' },
      },
      prints: 'page',
      members: MEMBERS,
      async run(toolbox, [subdomain = ''], given) {
        const since = readSince(given);
        const site = await needSite(toolbox.sites, subdomain);
        const caller = callerOn(toolbox.world, toolbox.operator, site);
        return listed(subdomain, await listDifferences(withGateways(toolbox))(caller, since), given);
      },
    }),
    adopt: command({
      takes: ['subdomain', 'id'],
      does: 'Records the payment or refund with an id of a gateway.',
      example: 'demo pi_3QZ5xk2eZvKYlo2C',
      options: {
        account: { value: '<code>', help: 'The account, where no or more than one has the card.' },
        credit: { help: 'Makes credit, which the next invoices use, instead of an external charge invoice.' },
        ...commonOptions,
      },
      members: OUTCOME_MEMBERS,
      run: (toolbox, [subdomain = '', reference = ''], given) =>
        carryOut(toolbox, subdomain, { does: 'adopt', reference, choice: readChoice(given) }, given),
    }),
    refund: command({
      takes: ['subdomain', 'id'],
      does: 'Returns the payment with an id of a gateway to the customer.',
      example: 'demo pi_3QZ5xk2eZvKYlo2C',
      options: commonOptions,
      members: OUTCOME_MEMBERS,
      run: (toolbox, [subdomain = '', reference = ''], given) =>
        carryOut(toolbox, subdomain, { does: 'refund', reference }, given),
    }),
  },
};

const readSince = ({ since }: OptionValues): Seconds => {
  const at = typeof since === 'string' ? readTime(since) : undefined;
  if (at !== undefined && isDate(at)) return at;
  throw new UsageError(
    '--since takes a date or time, such as 2027-01-31 or 2027-01-31T02:00:00Z: the moment of the backup.',
  );
};

const readChoice = ({ account, credit }: OptionValues): AdoptionChoice => ({
  accountCode: typeof account === 'string' ? account : undefined,
  asCredit: credit === true,
});

const carryOut = async (
  toolbox: Toolbox,
  subdomain: string,
  asked: Pick<ReconciliationRequest, 'does' | 'reference' | 'choice'>,
  given: OptionValues,
) => {
  const site = await needSite(toolbox.sites, subdomain);
  const caller = callerOn(toolbox.world, toolbox.operator, site);
  const since = given.since === undefined ? Math.max(0, caller.at - SEARCHED_DAYS * DAY) : readSince(given);
  const deps = withGateways(toolbox);
  const plan = await planReconciliation(deps)(caller, { ...asked, since });
  if (plan.outcome === 'agreed') {
    return { text: `${asked.reference}: the books and the gateway agree on it.`, json: agreedJson(asked.reference) };
  }
  const intended = planText(plan);
  if (given['dry-run'] === true) {
    return { text: `${intended}\n\nNothing has changed.`, json: outcomeJson('none', plan.found, undefined) };
  }
  if (plan.outcome === 'refund') {
    await refundOperation(deps)(caller, plan.found);
    return { text: `${intended}\n\nDone.`, json: outcomeJson('refunded', plan.found, undefined) };
  }
  await adoptOperation(deps)(caller, plan.found, asked.choice ?? {});
  const { transactions } = toolbox.storage.of(site.id);
  const recorded = await transactions.byReference(plan.found.gateway_code, asked.reference);
  return {
    text: `${intended}\n\nDone. It is on invoice ${recorded?.invoice ?? '-'}.`,
    json: outcomeJson('adopted', plan.found, recorded),
  };
};

const outcomeJson = (
  outcome: 'adopted' | 'refunded' | 'none',
  { operation, gateway_code }: GatewayOnly,
  recorded: ShownTransaction | undefined,
): Outcome => ({
  id: operation.result.reference,
  outcome,
  kind: operation.kind,
  amount_in_cents: operation.result.amount_in_cents,
  currency: operation.currency,
  gateway: gateway_code,
  account_code: recorded?.details.account.account_code ?? null,
  invoice_number: recorded?.invoice ?? null,
});

const agreedJson = (id: string): Outcome => ({
  ...{ id, outcome: 'none', kind: null, amount_in_cents: null, currency: null },
  ...{ gateway: null, account_code: null, invoice_number: null },
});

const listed = (subdomain: string, { gatewayOnly, booksOnly }: Differences, { all }: OptionValues) => {
  const limit = all === true ? Number.POSITIVE_INFINITY : LISTED;
  const ours = [...gatewayOnly].sort((one, other) => one.operation.at - other.operation.at);
  const json = {
    records: [...ours.slice(0, limit).map(gatewayJson), ...booksOnly.slice(0, limit).map(booksJson)],
    total: ours.length + booksOnly.length,
    next: null,
  };
  if (json.total === 0) return { text: `The books of ${subdomain} and its gateways agree.`, json };
  const table = (rows: readonly string[][]): string =>
    pageText(HEAD, { rows: rows.slice(0, limit), json: { records: [], total: rows.length, next: null } });
  const parts = [
    ...(ours.length === 0 ? [] : ['Only the gateway has:', table(ours.map(gatewayRow))]),
    ...(booksOnly.length === 0
      ? []
      : [
          'Only the books have (look at the gateway; refund the invoice by hand if the customer paid nothing):',
          table(booksOnly.map(booksRow)),
        ]),
  ];
  return { text: parts.join('\n\n'), json, status: 3 as const };
};

const HEAD = ['ID', 'KIND', 'TIME', 'AMOUNT', 'ACCOUNT', 'GATEWAY', 'WHAT TO DO'];

const TO_DO: Readonly<Record<GatewayOnlyState, string>> = {
  open: 'adopt or refund',
  captured: 'adopt',
  authorized: 'refund (releases it)',
  settling: 'wait for the bank',
  under_way: 'nothing: the worker ends it',
};

const toDo = ({ operation, state }: GatewayOnly): string =>
  operation.kind === 'refund' && state === 'open' ? 'adopt' : TO_DO[state];

const gatewayRow = (found: GatewayOnly): string[] => {
  const { operation, left_in_cents, account_codes, gateway_code } = found;
  return [
    operation.result.reference ?? '-',
    operation.kind,
    shortTime(operation.at * 1000),
    amountText(left_in_cents, operation.currency),
    account_codes.join(',') || '-',
    gateway_code,
    toDo(found),
  ];
};

const gatewayJson = (found: GatewayOnly): Row => ({
  only: 'gateway',
  id: found.operation.result.reference,
  kind: found.operation.kind,
  at: isoTime(found.operation.at),
  amount_in_cents: found.left_in_cents,
  currency: found.operation.currency,
  account_codes: found.account_codes,
  gateway: found.gateway_code,
  to_do: toDo(found),
});

const kindOf = ({ action }: ShownTransaction): string => (action === 'refund' ? 'refund' : 'payment');

const booksRow = (transaction: ShownTransaction): string[] => [
  transaction.reference ?? '-',
  kindOf(transaction),
  shortTime(transaction.created_at * 1000),
  amountText(transaction.amount_in_cents, transaction.currency),
  transaction.details.account.account_code,
  transaction.gateway_code ?? '-',
  `invoice ${transaction.invoice ?? '-'}`,
];

const booksJson = (transaction: ShownTransaction): Row => ({
  only: 'books',
  id: transaction.reference,
  kind: kindOf(transaction),
  at: isoTime(transaction.created_at),
  amount_in_cents: transaction.amount_in_cents,
  currency: transaction.currency,
  account_codes: [transaction.details.account.account_code],
  gateway: transaction.gateway_code,
  to_do: `invoice ${transaction.invoice ?? '-'}`,
});

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
    case 'external':
      return `it pays an external charge invoice of account ${adoption.account.account_code}, which is made for it.`;
    case 'credit':
      return `it becomes credit of account ${adoption.account.account_code}, which its next invoices use.`;
    case 'capture':
      return 'the order of the authorization is recorded as it was priced, with its invoice.';
    case 'refund':
      return `it is recorded on invoice ${invoiceOfAdoption(adoption)}. No money moves.`;
  }
};

if (import.meta.main) await main(reconcileTool);
