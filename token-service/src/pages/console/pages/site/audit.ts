import { actorName, type KeyNames } from '@service/billing/domain/audit-log/actor-name.ts';
import { AUDIT_AREAS } from '@service/billing/domain/audit-log/areas.ts';
import type { AuditEntry } from '@service/billing/domain/audit-log/entry.ts';
import { auditSubject, type Subject } from '@service/billing/domain/audit-log/subject.ts';
import type { AuditFilter } from '@service/billing/ports/audit-log.ts';
import type { SiteRecords } from '@service/billing/ports/sites.ts';
import type { Storage } from '@service/billing/ports/storage.ts';
import { countAuditEntries, findAuditEntry, listAuditEntries } from '@service/billing/queries/access/audit-log.ts';
import { findKeyNames } from '@service/billing/queries/access/key-names.ts';
import { findAccount } from '@service/billing/queries/accounts/accounts.ts';
import { isoTime } from '@service/billing/values/time.ts';
import { html, type Markup } from '../../../../documents/html.ts';
import type { Form } from '../../../../http/bodies/form.ts';
import { recordList } from '../../list-page.ts';
import { changesInWords, changesSeen, changesTable } from '../../parts/changes.ts';
import { exactMomentOf, factList, momentOf, shortId } from '../../parts/figures.ts';
import { approvalPath, customerPath, invoicePath, paymentPath, subscriptionPath } from '../../parts/paths.ts';
import { showPage } from '../../parts/shell.ts';
import type { TableColumn } from '../../parts/table.ts';
import { typedDay } from '../../parts/typed-day.ts';
import { type ConsoleRoute, readingPage } from '../../route.ts';
import { countedTotal, mostCounted } from '../../row-query.ts';
import { type ConsoleVisit, consoleVisitOf } from '../../visit.ts';

export interface AuditDeps {
  readonly storage: Storage;
  readonly sites: Pick<SiteRecords, 'keys'>;
}

const ROWS = 50;
/** Entries that are read together for a file. */
const ROWS_OF_FILE = 500;

/** An entry with the name of who caused it. */
interface AuditRow extends AuditEntry {
  readonly by: string;
}

/** The audit log of the site: who changed what, from where, and what it was before. */
export const auditPages = (deps: AuditDeps): readonly ConsoleRoute[] => {
  const [list, count, find] = [listAuditEntries(deps), countAuditEntries(deps), findAuditEntry(deps)];
  const namesOf = findKeyNames(deps);
  const account = findAccount(deps);
  const filtered = async (visit: ConsoleVisit, filters: Form, names: KeyNames): Promise<AuditFilter> => ({
    ...filterOf(visit, filters, names),
    account_id: filters.account_code && (await account(visit.caller, filters.account_code)).id,
  });

  const read = async (
    visit: ConsoleVisit,
    filter: AuditFilter,
    names: KeyNames,
    limit: number,
  ): Promise<readonly AuditRow[]> =>
    (await list([visit.site], filter, limit)).map((entry) => ({
      ...entry,
      changes: changesSeen(visit, entry.action, entry.changes),
      by: actorName(entry.actor, names),
    }));

  const entries = recordList<AuditRow>({
    path: '/audit',
    name: 'audit',
    title: 'Audit log',
    permission: 'audit.read',
    filters: [
      { name: 'account_code', label: 'Customer code' },
      { name: 'actor', label: 'Who' },
      { name: 'area', label: 'About', choices: AUDIT_AREAS.map((area) => [area, actionWords(area)]) },
      { name: 'action', label: 'Action' },
      { name: 'subject', label: 'Record' },
      { name: 'request_id', label: 'Request' },
      { name: 'since', label: 'From', type: 'date' },
      { name: 'before', label: 'Before', type: 'date' },
    ],
    columns: auditColumns,
    href: (visit, { id }) => `${visit.prefix}/audit/${id}`,
    empty: 'Nothing was changed yet. Every change that a person, a key or the command line makes is listed here.',
    async read(visit, filters, cursor) {
      const names = await namesOf(visit.site);
      const filter = await filtered(visit, filters, names);
      const [rows, total] = await Promise.all([
        read(visit, cursor ? { ...filter, before: cursor } : filter, names, ROWS + 1),
        count([visit.site], filter, mostCounted(filters)),
      ]);
      const shown = rows.slice(0, ROWS);
      return {
        rows: shown,
        next: rows.length > ROWS ? shown.at(-1)?.id : undefined,
        ...countedTotal(filters, total, 'entry', 'entries'),
      };
    },
    async *every(visit, filters) {
      const names = await namesOf(visit.site);
      let filter = await filtered(visit, filters, names);
      for (;;) {
        const rows = await read(visit, filter, names, ROWS_OF_FILE);
        yield* rows;
        if (rows.length < ROWS_OF_FILE) return;
        filter = { ...filter, before: rows.at(-1)?.id };
      }
    },
  });

  const entry = readingPage('/audit/:id', 'audit entry', 'audit.read', async (ctx) => {
    const visit = consoleVisitOf(ctx);
    const [found, names] = await Promise.all([find(visit, ctx.params.id ?? ''), namesOf(visit.site)]);
    const { at, actor, address, action, correlation, changes, id } = found;
    const link = (filters: Readonly<Record<string, string>>, text: Markup | string): Markup =>
      html`<a href="${visit.prefix}/audit?${new URLSearchParams(filters).toString()}">${text}</a>`;
    showPage(ctx, { title: actionWords(action), back: { href: '/audit', label: 'Audit log' } }, [
      factList([
        { label: 'When', value: html`${exactMomentOf(visit, at)}, ${momentOf(visit, at)}` },
        { label: 'Who', value: link({ actor }, actorName(actor, names)) },
        { label: 'Address', value: address },
        { label: 'Action', value: link({ action }, action) },
        { label: 'Record', value: subjectLink(visit, found) },
        { label: 'Request', value: link({ request_id: correlation }, html`<code>${correlation}</code>`) },
        { label: 'Entry', value: shortId(id) },
      ]),
      changesTable(changesSeen(visit, action, changes)),
    ]);
  });

  return [entries, entry];
};

/** Days are those of the site's time zone; an actor may be named as the list names it. */
const filterOf = ({ site }: ConsoleVisit, filters: Form, names: KeyNames): AuditFilter => {
  const [since, before] = [filters.since, filters.before].map((day) => typedDay(site, day));
  return {
    actor: filters.actor && actorMeant(filters.actor, names),
    action: filters.action || filters.area,
    subject: filters.subject,
    correlation: filters.request_id,
    from_at: since,
    until_at: before,
  };
};

const COMMAND_LINE = /, command line$/;

const actorMeant = (typed: string, names: KeyNames): string => {
  const [keyId] = [...names].find(([, name]) => name === typed || `API key ${name}` === typed) ?? [];
  if (keyId !== undefined) return `key:${keyId}`;
  return COMMAND_LINE.test(typed) ? `command line:${typed.replace(COMMAND_LINE, '')}` : typed;
};

/** `due_work.dismissed` → `Due work dismissed`. */
const actionWords = (action: string): string => {
  const words = action.replaceAll(/[._]/g, ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
};

const PATHS: Partial<Readonly<Record<Subject['kind'], (id: string) => string>>> = {
  account: (code) => customerPath(code),
  subscription: (uuid) => subscriptionPath(uuid),
  invoice: (number) => invoicePath(number),
  payment: (uuid) => paymentPath(uuid),
  message: (id) => `/mail/${id}`,
  approval: (uuid) => approvalPath(uuid),
};

const subjectLink = ({ prefix }: ConsoleVisit, entry: AuditEntry): Markup | string => {
  // An adjustment has no page: its customer's has it.
  const customer = entry.changes?.account?.to;
  if (entry.action.startsWith('adjustment.') && typeof customer === 'string') {
    return html`<a href="${prefix}${customerPath(customer)}">${customer}</a>`;
  }
  const about = auditSubject(entry);
  const path = about && PATHS[about.kind];
  const name = UUID.test(entry.subject) ? shortId(entry.subject) : inShort(countsInWords(entry.subject));
  return path
    ? html`<a href="${prefix}${path(about.id)}">${UUID.test(entry.subject) ? about.kind : entry.subject}</a>`
    : name;
};

/** Characters of the changes that a row shows; the entry has all of them. */
const LONGEST = 60;

const inShort = (text: string): string => (text.length > LONGEST ? `${text.slice(0, LONGEST).trimEnd()}…` : text);

/** `{"products":1,"accounts":0}` → `products 1, accounts 0`, which lines break in. */
const countsInWords = (subject: string): string =>
  subject.startsWith('{') ? subject.replaceAll(/[{}"]/g, '').replaceAll(':', ' ').replaceAll(',', ', ') : subject;

const UUID = /^[0-9a-f]{32}$/;

const auditColumns = (visit: ConsoleVisit): readonly TableColumn<AuditRow>[] => [
  { name: 'action', label: 'Action', cell: ({ action }) => actionWords(action), csv: ({ action }) => action },
  { name: 'at', label: 'When', cell: ({ at }) => momentOf(visit, at), csv: ({ at }) => isoTime(at) },
  { name: 'actor', label: 'Who', cell: ({ by }) => by, csv: ({ by }) => by },
  {
    name: 'address',
    label: 'Address',
    optional: true,
    cell: ({ address }) => address ?? '–',
    csv: ({ address }) => address ?? '',
  },
  { name: 'subject', label: 'Record', cell: (entry) => subjectLink(visit, entry), csv: ({ subject }) => subject },
  {
    name: 'changes',
    label: 'Changes',
    cell: ({ changes }) => inShort(changesInWords(changes)),
    csv: ({ changes }) => changesInWords(changes),
  },
  {
    name: 'request_id',
    label: 'Request',
    optional: true,
    cell: ({ correlation }) => shortId(correlation),
    csv: ({ correlation }) => correlation,
  },
];
