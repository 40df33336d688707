import type { AuditEntry } from '@service/billing/domain/audit-log/entry.ts';
import type { AuditFilter, AuditLogRecords } from '@service/billing/ports/audit-log.ts';
import type { Queries } from '../database.ts';
import { columns, table } from '../table.ts';

const auditLog = table<AuditEntry>({
  name: 'audit_log',
  key: ['id'],
  columns: [
    ...columns({ id: 'text', at: 'bigint', actor: 'text', correlation: 'text', action: 'text', subject: 'text' }),
    ...columns({ changes: 'json' }),
  ],
});

const COUNT = 'SELECT count(*) AS n FROM audit_log r WHERE r.site_id = $1';

export const auditLogRecords = (queries: Queries, siteId: string): AuditLogRecords => ({
  async append(entry) {
    await queries.write(auditLog.insert, auditLog.values(siteId, entry));
  },
  async list(filter, limit) {
    const { conditions, values } = narrowed(filter, 3);
    const sql = `${auditLog.select} WHERE r.site_id = $1${conditions} ORDER BY r.id DESC LIMIT $2`;
    return (await queries.all(sql, [siteId, limit, ...values])).map(auditLog.read);
  },
  async count(filter) {
    const { conditions, values } = narrowed(filter, 2);
    return Number((await queries.get(COUNT + conditions, [siteId, ...values]))?.n ?? 0);
  },
});

/** The column, or its part before a separator, equals a value. */
const isOrBeginsWith = (column: string, separator: string) => (place: string) =>
  `(r.${column} = ${place} OR substr(r.${column}, 1, length(${place}) + 1) = ${place} || '${separator}')`;

/** An operator is found by the name in "command line:<name>", or "command line:<name> (<user>)", too. */
const isActor = (place: string): string =>
  `(${isOrBeginsWith('actor', ':')(place)} OR r.actor = 'command line:' || ${place} ` +
  `OR substr(r.actor, 1, length(${place}) + 15) = 'command line:' || ${place} || ' (')`;

const CONDITIONS: readonly (readonly [keyof AuditFilter, (place: string) => string])[] = [
  ['actor', isActor],
  ['action', isOrBeginsWith('action', '.')],
  ['subject', (place) => `r.subject = ${place}`],
  ['correlation', (place) => `r.correlation = ${place}`],
  ['before', (place) => `r.id < ${place}`],
  ['since', (place) => `r.id >= ${place}`],
];

/** Conditions and values of a filter; `first` is the number of the first value. */
const narrowed = (filter: AuditFilter, first: number) => {
  const given = CONDITIONS.flatMap(([name, condition]) => {
    const value = filter[name];
    return value === undefined ? [] : [{ condition, value }];
  });
  return {
    conditions: given.map(({ condition }, at) => ` AND ${condition(`$${first + at}`)}`).join(''),
    values: given.map(({ value }) => value),
  };
};
