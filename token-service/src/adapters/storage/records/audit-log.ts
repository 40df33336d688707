import type { AuditEntry } from '@service/billing/domain/audit-log/entry.ts';
import { auditSubject, type SubjectKind } from '@service/billing/domain/audit-log/subject.ts';
import type { AuditFilter, AuditLogRecords } from '@service/billing/ports/audit-log.ts';
import type { Queries } from '../database.ts';
import { columns, table } from '../table.ts';
import { countUpTo } from './count-up-to.ts';

const auditLog = table<AuditEntry>({
  name: 'audit_log',
  key: ['id'],
  columns: [
    ...columns({ id: 'text', at: 'bigint', actor: 'text', correlation: 'text', action: 'text', subject: 'text' }),
    ...columns({ address: 'text', changes: 'json' }),
  ],
});

/** The place of the value after the site and those of the columns. */
const SUBJECT = `$${auditLog.columns.length + 2}`;

/**
 * Appends an entry with the account of its subject. The account is looked up by the statement that inserts the entry,
 * so that use cases do not have to name it; the last value is the id or name of the subject.
 */
const appendAbout = (owner: string): string =>
  `INSERT INTO audit_log (site_id, ${auditLog.columns.map(({ name }) => name).join(', ')}, account_id) ` +
  `VALUES (${[1, ...auditLog.columns.map((_, at) => at + 2)].map((place) => `$${place}`).join(', ')}, ${owner})`;

const owned = (table: string, key: string): string =>
  `(SELECT o.account_id FROM ${table} o WHERE o.site_id = $1 AND o.${key} = ${SUBJECT})`;
const BY_CODE = `(SELECT a.id FROM accounts a WHERE a.site_id = $1 AND a.account_code = ${SUBJECT})`;

/** The account of an invoice by number and prefix: each prefix has numbers of its own. */
const INVOICE_OWNER =
  '(SELECT o.account_id FROM invoices o WHERE o.site_id = $1 ' +
  `AND o.invoice_number = CAST(${SUBJECT} AS bigint) AND o.invoice_number_prefix = $${auditLog.columns.length + 3})`;

const APPEND_ABOUT: Partial<Readonly<Record<SubjectKind, string>>> = {
  account: appendAbout(BY_CODE),
  // An order names an account, whose code may look like a uuid.
  subscription: appendAbout(`COALESCE(${owned('subscriptions', 'uuid')}, ${BY_CODE})`),
  invoice: appendAbout(INVOICE_OWNER),
  payment: appendAbout(owned('transactions', 'uuid')),
  adjustment: appendAbout(owned('adjustments', 'uuid')),
  usage: appendAbout(owned('usages', 'key')),
  message: appendAbout(owned('outbox', 'id')),
  approval: appendAbout(owned('approvals', 'uuid')),
};

/** Returns the statement that appends an entry about a record of a customer, and the values by which it finds that. */
const appendOf = (entry: AuditEntry): readonly [sql: string, ...values: string[]] | undefined => {
  const about = auditSubject(entry);
  const sql = about && APPEND_ABOUT[about.kind];
  if (!sql) return undefined;
  if (about.kind !== 'invoice') return [sql, about.id];
  const [, prefix = '', number] = /^(.*?)(\d{1,15})$/.exec(about.id) ?? [];
  return number === undefined ? undefined : [sql, number, prefix];
};

export const auditLogRecords = (queries: Queries, siteId: string): AuditLogRecords => ({
  async append(entry) {
    const [sql, ...values] = appendOf(entry) ?? [auditLog.insert];
    await queries.write(sql, [...auditLog.values(siteId, entry), ...values]);
  },
  async list(filter, limit) {
    const read = async (one: OneAction): Promise<AuditEntry[]> => {
      const { conditions, values } = narrowed(one, 3);
      const sql = `${auditLog.select} WHERE r.site_id = $1${conditions} ORDER BY r.id DESC LIMIT $2`;
      return (await queries.all(sql, [siteId, limit, ...values])).map(auditLog.read);
    };
    const found = (await Promise.all((await byAction(queries, siteId, filter)).map(read))).flat();
    return found.sort((one, other) => (one.id > other.id ? -1 : 1)).slice(0, limit);
  },
  async count(filter, most) {
    const countOf = (one: OneAction): Promise<number> => {
      const { conditions, values } = narrowed(one, 2);
      return countUpTo(queries, `audit_log r WHERE r.site_id = $1${conditions}`, [siteId, ...values], most);
    };
    const counts = await Promise.all((await byAction(queries, siteId, filter)).map(countOf));
    const sum = counts.reduce((total, count) => total + count, 0);
    return Math.min(sum, most ?? sum);
  },
});

/** An action as the index has it, in the order of its letters. */
const actionOf = (row: string): string => `${row}.action COLLATE "C"`;

/** The actions of a kind that a site has entries of, by jumping from one to the next in the index. */
const ACTIONS_OF_KIND =
  `WITH RECURSIVE known(action) AS (SELECT min(${actionOf('t')}) FROM audit_log t WHERE t.site_id = $1 ` +
  `AND ${actionOf('t')} >= $2 AND ${actionOf('t')} < $3 UNION ALL SELECT (SELECT min(${actionOf('t')}) FROM audit_log t ` +
  `WHERE t.site_id = $1 AND ${actionOf('t')} > known.action AND ${actionOf('t')} < $3) FROM known ` +
  'WHERE known.action IS NOT NULL) SELECT action FROM known WHERE action IS NOT NULL';

/** A filter by one action, without those that begin with it, or by any. */
interface OneAction extends AuditFilter {
  readonly exactly?: string;
}

/**
 * Returns the filters of each action that a filter asks for: an index has the entries of one action in their order, and
 * those of a kind, such as `invoice`, are of several. One by account, subject or request finds few without it.
 */
const byAction = async (queries: Queries, siteId: string, filter: AuditFilter): Promise<readonly OneAction[]> => {
  const { action, account_id, subject, correlation } = filter;
  if (action === undefined || action === 'key') return [filter];
  if ([account_id, subject, correlation].some((one) => one !== undefined)) return [filter];
  const rows = await queries.all(ACTIONS_OF_KIND, [siteId, `${action}.`, `${action}/`]);
  return [action, ...rows.map((row) => String(row.action))].map((one) => ({
    ...filter,
    exactly: one,
    action: undefined,
  }));
};

/** The column, or its part before a separator, equals a value. */
const isOrBeginsWith = (column: string, separator: string) => (place: string) =>
  `(r.${column} = ${place} OR substr(r.${column}, 1, length(${place}) + 1) = ${place} || '${separator}')`;

/**
 * An operator is found by the name in "operator:<email>", "command line:<name>" and "command line:<name> (<user>)",
 * too.
 */
const isActor = (place: string): string =>
  `(${isOrBeginsWith('actor', ':')(place)} OR r.actor IN ('operator:' || ${place}, 'command line:' || ${place}) ` +
  `OR substr(r.actor, 1, length(${place}) + 15) = 'command line:' || ${place} || ' (')`;

/** The condition that a partial index names: pages ask for the changes of keys, which are few. */
const OF_KEYS = "substr(r.action, 1, 4) = 'key.'";

const CONDITIONS: readonly (readonly [keyof OneAction, (place: string) => string])[] = [
  ['actor', isActor],
  ['action', isOrBeginsWith('action', '.')],
  ['exactly', (place) => `${actionOf('r')} = ${place}`],
  ['subject', (place) => `r.subject = ${place}`],
  ['correlation', (place) => `r.correlation = ${place}`],
  // A condition that the partial index names.
  ['account_id', (place) => `r.account_id = ${place} AND r.account_id IS NOT NULL`],
  ['from_at', (place) => `r.at >= ${place}`],
  ['until_at', (place) => `r.at < ${place}`],
  ['before', (place) => `r.id < ${place}`],
  ['since', (place) => `r.id >= ${place}`],
];

/** Conditions and values of a filter; `first` is the number of the first value. */
const narrowed = ({ action, ...filter }: OneAction, first: number) => {
  const isOfKeys = action === 'key';
  const named: OneAction = isOfKeys ? filter : { ...filter, action };
  const given = CONDITIONS.flatMap(([name, condition]) => {
    const value = named[name];
    return value === undefined ? [] : [{ condition, value }];
  });
  const conditions = given.map(({ condition }, at) => ` AND ${condition(`$${first + at}`)}`).join('');
  return {
    conditions: isOfKeys ? ` AND ${OF_KEYS}${conditions}` : conditions,
    values: given.map(({ value }) => value),
  };
};
