import { accountOf, type JournalChart, type PostingTraits } from '@service/billing/domain/journals/chart.ts';
import { LEDGER_ACCOUNTS, type LedgerAccount } from '@service/billing/domain/ledger/movement.ts';
import { html, type Markup } from '../../../../documents/html.ts';
import type { Form } from '../../../../http/bodies/form.ts';
import type { CarriedOut } from '../../route.ts';
import { postingLabel } from './posting-label.ts';

export const JOURNALS_PATH = '/reports/journals';
export const ACCOUNTS_PATH = `${JOURNALS_PATH}/chart/accounts`;
/** The path of the form with all accounts of the chart. */
export const ALL_ACCOUNTS_PATH = `${JOURNALS_PATH}/chart/all`;

/** A batch that was refused because of its postings without an account, which addresses and forms of the chart keep. */
export interface PendingBatch {
  readonly to: string | undefined;
  readonly detail: string | undefined;
  /** The postings that had no account when it was refused. */
  readonly postings: readonly PostingTraits[];
}

/** Postings that an address has room for. The others are named when the batch is made again. */
const MOST_POSTINGS = 60;

const isText = (value: unknown): value is string | null => value === null || typeof value === 'string';

const postingOf = (value: unknown): PostingTraits | undefined => {
  if (!Array.isArray(value)) return undefined;
  const [account, code, tax, currency] = value as unknown[];
  const ledger_account = LEDGER_ACCOUNTS.find((name: LedgerAccount) => name === account);
  if (!ledger_account || !isText(code) || !isText(tax) || typeof currency !== 'string') return undefined;
  return { ledger_account, accounting_code: code, tax_type: tax, currency };
};

/** Returns the refused batch that a form or an address keeps; without postings where there is none. */
export const pendingOf = ({ to, detail, postings = '[]' }: Form): PendingBatch => {
  let read: unknown;
  try {
    read = JSON.parse(postings);
  } catch {
    read = [];
  }
  const listed = Array.isArray(read) ? read.slice(0, MOST_POSTINGS) : [];
  return { to, detail, postings: listed.flatMap((each) => postingOf(each) ?? []) };
};

const fieldsOfPending = ({ to, detail, postings }: PendingBatch): readonly (readonly [string, string])[] => {
  const sorted = [...postings].sort((one, other) => (postingLabel(one) < postingLabel(other) ? -1 : 1));
  const rows = sorted
    .slice(0, MOST_POSTINGS)
    .map(({ ledger_account, accounting_code, tax_type, currency }) => [
      ledger_account,
      accounting_code,
      tax_type,
      currency,
    ]);
  return [
    ...(to ? [['to', to] as const] : []),
    ...(detail ? [['detail', detail] as const] : []),
    ...(rows.length > 0 ? [['postings', JSON.stringify(rows)] as const] : []),
  ];
};

/** Returns a path that keeps the refused batch. */
export const pathWithPending = (
  path: string,
  pending: PendingBatch,
  more: Readonly<Record<string, string | null>> = {},
): string => {
  const given = Object.entries(more).filter((entry): entry is [string, string] => Boolean(entry[1]));
  const query = new URLSearchParams([...given, ...fieldsOfPending(pending)].map(([name, value]) => [name, value]));
  return query.size === 0 ? path : `${path}?${query}`;
};

/** Returns the fields with which a form keeps the refused batch. */
export const pendingFields = (pending: PendingBatch): readonly Markup[] =>
  fieldsOfPending(pending).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`);

/** Returns the page to which a form of the chart leads back where a batch was refused, and where none was. */
export const backFromChart = (pending: PendingBatch) =>
  pending.postings.length > 0
    ? { href: pathWithPending(ACCOUNTS_PATH, pending), label: 'Postings without an account' }
    : { href: JOURNALS_PATH, label: 'Journals' };

/**
 * Returns where a change of the chart leads: to the postings of the refused batch that are still without an account, or
 * to making the batch.
 */
export const afterChartChange = (chart: JournalChart, pending: PendingBatch, done: string): CarriedOut => {
  if (pending.postings.length === 0) return { to: JOURNALS_PATH, notice: done };
  const left = pending.postings.filter((traits) => !accountOf(chart, traits));
  if (left.length === 0) {
    return {
      to: pathWithPending(`${JOURNALS_PATH}/make`, { ...pending, postings: [] }),
      notice: `${done} Every posting that was named has an account now: make the batch.`,
    };
  }
  return {
    to: pathWithPending(ACCOUNTS_PATH, { ...pending, postings: left }),
    notice: `${done} ${left.length === 1 ? '1 kind of postings is' : `${left.length} kinds of postings are`} still without an account.`,
  };
};
