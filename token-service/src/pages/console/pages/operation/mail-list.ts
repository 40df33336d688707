import { dateOf, MESSAGE_STATUSES } from '@service/billing/domain/outbox/message.ts';
import type { Storage } from '@service/billing/ports/storage.ts';
import {
  countMessages,
  type ListedMessage,
  listMessagesOfAccounts,
  type NamedMessages,
} from '@service/billing/queries/messages/mail.ts';
import { MAIL_KINDS } from '@service/billing/resources/mail-kind.ts';
import { Failure } from '@service/billing/values/failure.ts';
import { idsFrom } from '@service/billing/values/ids.ts';
import { isoTime } from '@service/billing/values/time.ts';
import { html, type Markup } from '../../../../documents/html.ts';
import type { Form } from '../../../../http/bodies/form.ts';
import { recordList } from '../../list-page.ts';
import { momentOf, personalText } from '../../parts/figures.ts';
import { customerPath } from '../../parts/paths.ts';
import { stateBadge, stateChoices } from '../../parts/state-words.ts';
import type { TableColumn } from '../../parts/table.ts';
import { typedDay } from '../../parts/typed-day.ts';
import type { ConsoleRoute } from '../../route.ts';
import { countedTotal, knownValue, mostCounted } from '../../row-query.ts';
import type { ConsoleVisit } from '../../visit.ts';

export interface MailListDeps {
  readonly storage: Storage;
  /** Whether mail is sent at all: `SMTP_URL` is set. */
  readonly hasMailServer: boolean;
}

/** The choices of the filter by status. */
const STATUSES = ['undelivered', ...MESSAGE_STATUSES] as const;

const ROWS = 50;
/** Messages that are read together for a file. */
const ROWS_OF_FILE = 500;

/** Mail of the site: what was sent, what waits, what bounced. */
export const mailList = (deps: MailListDeps): ConsoleRoute => {
  const [listAll, countAll] = [listMessagesOfAccounts(deps), countMessages(deps)];
  const list = (visit: ConsoleVisit, named: NamedMessages, limit: number): Promise<readonly ListedMessage[]> =>
    listAll(visit, named, limit).catch(unlessUnknown([]));
  const count = (visit: ConsoleVisit, named: NamedMessages, most: number | undefined): Promise<number> =>
    countAll(visit, named, most).catch(unlessUnknown(0));
  return recordList<ListedMessage>({
    path: '/mail',
    name: 'mail',
    title: 'Mail',
    permission: 'mail.read',
    filters: [
      { name: 'recipient', label: 'To' },
      { name: 'account_code', label: 'Account' },
      { name: 'kind', label: 'Kind', choices: MAIL_KINDS.map((kind) => [kind, kind.replaceAll('_', ' ')]) },
      { name: 'status', label: 'Status', choices: stateChoices('mail', STATUSES) },
      { name: 'since', label: 'From', type: 'date' },
      { name: 'before', label: 'Before', type: 'date' },
    ],
    columns: mailColumns,
    href: (visit, { id }) => `${visit.prefix}/mail/${id}`,
    empty:
      'No mail was written yet. Receipts, reminders and notices to customers and to the technical contact appear here.',
    above: async (visit) => noServer(visit, deps.hasMailServer),
    async read(visit, filters, cursor) {
      const named = namedBy(visit, filters);
      const [rows, total] = await Promise.all([
        list(visit, cursor ? { ...named, before: cursor } : named, ROWS + 1),
        count(visit, named, mostCounted(filters)),
      ]);
      const shown = rows.slice(0, ROWS);
      return {
        rows: shown,
        next: rows.length > ROWS ? shown.at(-1)?.id : undefined,
        ...countedTotal(filters, total, 'message'),
      };
    },
    async *every(visit, filters) {
      let named = namedBy(visit, filters);
      for (;;) {
        const rows = await list(visit, named, ROWS_OF_FILE);
        yield* rows;
        if (rows.length < ROWS_OF_FILE) return;
        named = { ...named, before: rows.at(-1)?.id };
      }
    },
  });
};

/** No mail is about an account that does not exist. */
const unlessUnknown =
  <T>(nothing: T) =>
  (error: unknown): T => {
    if (error instanceof Failure && error.symbol === 'not_found') return nothing;
    throw error;
  };

const noServer = ({ site }: ConsoleVisit, hasMailServer: boolean): Markup | string => {
  if (hasMailServer) return '';
  return site.mode === 'sandbox'
    ? html`<p class="quiet">This sandbox has no mail server (SMTP_URL is not set): its mail is kept, to be read here.</p>`
    : html`<p class="trouble">This process has no mail server (SMTP_URL is not set). If the worker has none either, mail waits for three days and then fails.</p>`;
};

const namedBy = ({ site }: ConsoleVisit, filters: Form): NamedMessages => {
  const [since, before] = [filters.since, filters.before].map((day) => typedDay(site, day));
  const status = knownValue(STATUSES, filters.status);
  return {
    ...(status ? { status } : {}),
    account_code: filters.account_code,
    kind: filters.kind,
    recipient: filters.recipient,
    since: since === undefined ? undefined : idsFrom(since * 1000),
    before: before === undefined ? undefined : idsFrom(before * 1000),
  };
};

/** Kinds whose name does not say what they are about. A reminder also goes out where nothing was attempted. */
const KINDS_IN_WORDS: Readonly<Record<string, string>> = { payment_failed: 'reminder to pay' };

/** `subscription_canceled` → `Subscription canceled`. */
export const mailTitle = (kind: string): string => {
  const words = KINDS_IN_WORDS[kind] ?? kind.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
};

const mailColumns = (visit: ConsoleVisit): readonly TableColumn<ListedMessage>[] => [
  { name: 'kind', label: 'Message', cell: ({ kind }) => mailTitle(kind), csv: ({ kind }) => kind },
  { name: 'status', label: 'Status', cell: ({ status }) => stateBadge('mail', status), csv: ({ status }) => status },
  {
    name: 'recipient',
    label: 'To',
    cell: ({ recipient, is_copy }) =>
      html`<span class="long">${personalText(visit, recipient)}${is_copy ? ' (copy)' : ''}</span>`,
    csv: ({ recipient }) => personalText(visit, recipient),
  },
  {
    name: 'account_code',
    label: 'Account',
    cell: ({ account_code: code }) =>
      code === null ? '–' : html`<a href="${visit.prefix}${customerPath(code)}">${code}</a>`,
    csv: ({ account_code }) => account_code ?? '',
  },
  {
    name: 'date',
    label: 'Written',
    cell: (message) => momentOf(visit, dateOf(visit.site, message)),
    csv: (message) => isoTime(dateOf(visit.site, message)),
  },
  {
    name: 'attempts',
    label: 'Attempts',
    numeric: true,
    optional: true,
    cell: ({ attempts }) => attempts,
    csv: ({ attempts }) => attempts,
  },
  { name: 'error', label: 'Reason', cell: ({ error }) => error ?? '', csv: ({ error }) => error ?? '' },
];
