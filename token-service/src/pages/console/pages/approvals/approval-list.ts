import { type ApprovalState, approvalReason, type ListedApproval } from '@service/billing/domain/approvals/approval.ts';
import type { Storage } from '@service/billing/ports/storage.ts';
import { findAccount } from '@service/billing/queries/accounts/accounts.ts';
import { countApprovals, listApprovals } from '@service/billing/queries/work/approvals.ts';
import { decimalText } from '@service/billing/values/money/decimal-text.ts';
import { isoTime } from '@service/billing/values/time.ts';
import { html, type Markup } from '../../../../documents/html.ts';
import { APPROVAL_WORDS } from '../../../../documents/messages/approval-words.ts';
import type { Form } from '../../../../http/bodies/form.ts';
import { recordList } from '../../list-page.ts';
import { momentOf, moneyOf } from '../../parts/figures.ts';
import { approvalPath, customerPath } from '../../parts/paths.ts';
import { stateChoices, stateWord } from '../../parts/state-words.ts';
import type { TableColumn } from '../../parts/table.ts';
import type { ConsoleRoute } from '../../route.ts';
import { countInWords, knownValue } from '../../row-query.ts';
import type { ConsoleVisit } from '../../visit.ts';
import { approvalBadge, approvalSubject, operatorName } from './approval-words.ts';

const STATES: readonly ApprovalState[] = ['waiting', 'approved', 'declined', 'withdrawn'];

const ROWS = 50;
/** Approvals that are read together for a file. */
const ROWS_OF_FILE = 500;

/** The list of actions that wait for a second operator, and of those that did. */
export const approvalList = (deps: { readonly storage: Pick<Storage, 'of'> }): ConsoleRoute => {
  const list = listApprovals(deps);
  const count = countApprovals(deps);
  const account = findAccount(deps);
  const filterOf = async (visit: ConsoleVisit, { state, account_code }: Form) => ({
    state: knownValue(STATES, state),
    account_id: account_code && (await account(visit.caller, account_code)).id,
  });
  /** `12 actions · 3 waiting`; of one state, `9 actions approved`. */
  const totalsOf = async (visit: ConsoleVisit, filter: Awaited<ReturnType<typeof filterOf>>) => {
    const inState = async (state: ApprovalState) => count(visit, { ...filter, state });
    if (filter.state !== undefined) {
      const word = stateWord('approval', filter.state);
      return [`${countInWords(await inState(filter.state), 'action')} ${word}`];
    }
    const [all, waiting] = await Promise.all([count(visit, filter), inState('waiting')]);
    return [
      countInWords(all, 'action'),
      waiting === 0 ? 'nothing waits' : `${waiting.toLocaleString('en-US')} waiting`,
    ];
  };

  return recordList<ListedApproval>({
    path: '/approvals',
    name: 'approvals',
    title: 'Approvals',
    permission: 'approvals.read',
    filters: [
      { name: 'state', label: 'State', choices: stateChoices('approval', STATES) },
      { name: 'account_code', label: 'Customer code' },
    ],
    columns: columnsOf,
    href: (visit, { uuid }) => `${visit.prefix}${approvalPath(uuid)}`,
    empty:
      'Nothing waits. Give the site a limit under Settings, “Second operator”: a refund, a credit or a write-off above it then waits here until another operator approves it.',
    async read(visit, filters, cursor) {
      const filter = await filterOf(visit, filters);
      const [rows, totals] = await Promise.all([
        list(visit, { ...filter, before: cursor }, ROWS + 1),
        totalsOf(visit, filter),
      ]);
      const shown = rows.slice(0, ROWS);
      return {
        rows: shown,
        next: rows.length > ROWS ? shown.at(-1)?.uuid : undefined,
        totals,
      };
    },
    async *every(visit, filters) {
      const filter = await filterOf(visit, filters);
      let before: string | undefined;
      for (;;) {
        const rows = await list(visit, { ...filter, before }, ROWS_OF_FILE);
        yield* rows;
        if (rows.length < ROWS_OF_FILE) return;
        before = rows.at(-1)?.uuid;
      }
    },
  });
};

const columnsOf = (visit: ConsoleVisit): readonly TableColumn<ListedApproval>[] => [
  {
    name: 'what',
    label: 'What',
    cell: ({ kind }) => APPROVAL_WORDS[kind].replace(/ of$/, ''),
    csv: ({ kind }) => kind,
  },
  {
    name: 'amount',
    label: 'Amount',
    numeric: true,
    cell: ({ amount_in_cents, currency }) => moneyOf(amount_in_cents, currency),
    csv: ({ amount_in_cents, currency }) => decimalText(amount_in_cents, currency),
  },
  {
    name: 'currency',
    label: 'Currency',
    optional: true,
    cell: ({ currency }) => currency,
    csv: ({ currency }) => currency,
  },
  { name: 'state', label: 'State', cell: approvalBadge, csv: ({ state }) => state },
  {
    name: 'subject',
    label: 'Record',
    cell: (approval) => approvalSubject(visit, approval),
    csv: ({ subject }) => subject,
  },
  {
    name: 'account_code',
    label: 'Customer',
    cell: ({ account_code }): Markup =>
      html`<a href="${visit.prefix}${customerPath(account_code)}">${account_code}</a>`,
    csv: ({ account_code }) => account_code,
  },
  {
    name: 'requested_by',
    label: 'Asked by',
    cell: ({ requested_by }) => operatorName(requested_by),
    csv: ({ requested_by }) => operatorName(requested_by),
  },
  {
    name: 'requested_at',
    label: 'Asked',
    cell: ({ requested_at }) => momentOf(visit, requested_at),
    csv: ({ requested_at }) => isoTime(requested_at),
  },
  {
    name: 'decided_by',
    label: 'Decided by',
    optional: true,
    cell: ({ decided_by }) => (decided_by === null ? '–' : operatorName(decided_by)),
    csv: ({ decided_by }) => (decided_by === null ? '' : operatorName(decided_by)),
  },
  {
    name: 'reason',
    label: 'Reason',
    optional: true,
    cell: (approval) => approvalReason(approval) ?? '–',
    csv: (approval) => approvalReason(approval) ?? '',
  },
];
