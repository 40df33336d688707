import { MAIL_PATIENCE } from '@service/billing/domain/mail/retry.ts';
import {
  type MessageStatus,
  type MessageToQueue,
  type OutboxMessage,
  UNDELIVERED_MESSAGES,
} from '@service/billing/domain/outbox/message.ts';
import type { MessagePage, OutboxRecords } from '@service/billing/ports/outbox.ts';
import type { SystemClock } from '@service/billing/values/time.ts';
import type { Queries } from '../database.ts';
import { columns, table } from '../table.ts';
import { among } from './among.ts';
import { countUpTo } from './count-up-to.ts';
import { MOST_SORTED } from './few.ts';

const outbox = table<OutboxMessage>({
  name: 'outbox',
  key: ['id'],
  columns: [
    ...columns({
      id: 'text',
      kind: 'text',
      recipient: 'text',
      account_id: 'text',
      correlation: 'text',
      payload: 'json',
      caused_at: 'bigint',
      is_copy: 'boolean',
      queued_at_ms: 'bigint',
      status: 'text',
      attempts: 'bigint',
      next_attempt_at_ms: 'bigint',
      give_up_at_ms: 'bigint',
      ended_at_ms: 'bigint',
      error: 'text',
    }),
  ],
});

const DUE =
  `${outbox.select} WHERE r.site_id = $1 AND r.status = 'queued' AND r.next_attempt_at_ms <= $2 ` +
  'ORDER BY r.next_attempt_at_ms, r.id LIMIT $3';
const NEXT = "SELECT min(next_attempt_at_ms) AS at FROM outbox WHERE site_id = $1 AND status = 'queued'";
// A message further in the future than the period was queued before the clock was set back; it must not suppress the
// next one.
const RECENT =
  'SELECT 1 FROM outbox WHERE site_id = $1 AND kind = $2 AND recipient = $3 AND queued_at_ms > $4 AND queued_at_ms < $5 LIMIT 1';
const BY_ID = `${outbox.select} WHERE r.site_id = $1 AND r.id = $2`;
const byIds = (ids: string): string => `${outbox.select} WHERE r.site_id = $1 AND r.id IN ${ids}`;
const DELIVERED =
  "SELECT count(*) AS n FROM (SELECT 1 FROM outbox WHERE site_id = $1 AND recipient = $2 AND ended_at_ms > $3 AND status = 'delivered' LIMIT $4) AS delivered";
const REMOVE_ENDED =
  'DELETE FROM outbox WHERE site_id = $1 AND id IN (SELECT id FROM outbox WHERE site_id = $1 AND ended_at_ms IS NOT NULL ' +
  'AND ended_at_ms < $2 ORDER BY ended_at_ms, id LIMIT $3)';
/** Rows of one statement: few texts to prepare. */
const AT_ONCE = 8;

/** `wake` runs once a transaction that queued a message has committed. */
export const outboxRecords = (
  queries: Queries,
  siteId: string,
  clock: SystemClock,
  wake: () => void,
): OutboxRecords => {
  const addAll = async (inside: Queries, messages: readonly MessageToQueue[]): Promise<void> => {
    const now = clock.now();
    for (let start = 0; start < messages.length; start += AT_ONCE) {
      const some = messages.slice(start, start + AT_ONCE).map(
        ({ account_id = null, caused_at = null, is_copy = false, is_urgent = false, ...message }): OutboxMessage => ({
          ...message,
          account_id,
          caused_at,
          is_copy,
          queued_at_ms: now,
          status: 'queued',
          attempts: 0,
          // Messages are sent in the order of their attempts, and none waits for longer than the patience.
          next_attempt_at_ms: is_urgent ? now - MAIL_PATIENCE : now,
          give_up_at_ms: now + MAIL_PATIENCE,
          ended_at_ms: null,
          error: null,
        }),
      );
      const { sql, values } = outbox.insertAll(siteId, some);
      await inside.write(sql, values);
    }
    if (messages.length > 0) wake();
  };
  const messagesOf = async (ids: readonly string[]): Promise<OutboxMessage[]> => {
    const { sql, values } = among(ids, 2);
    return (await queries.all(byIds(sql), [siteId, ...values])).map(outbox.read);
  };
  return {
    queue: (message) => addAll(queries, [message]),
    queueAll: (messages) => addAll(queries, messages),
    async due(until, limit) {
      return (await queries.all(DUE, [siteId, until, limit])).map(outbox.read);
    },
    async nextAttempt() {
      const at = (await queries.get(NEXT, [siteId]))?.at;
      return at === null || at === undefined ? undefined : Number(at);
    },
    async save(message) {
      await queries.write(outbox.update, outbox.values(siteId, message));
    },
    async requeue(message) {
      await queries.write(outbox.update, outbox.values(siteId, message));
      wake();
    },
    async find(id) {
      const row = await queries.get(BY_ID, [siteId, id]);
      return row && outbox.read(row);
    },
    async list(page, limit) {
      const read = async (one: OneStatus): Promise<OutboxMessage[]> => {
        const few = await idsOfAddress(queries, siteId, one);
        if (few) return messagesOf(few.slice(0, limit));
        const { conditions, values } = narrowed(one, 3);
        const sql = `${outbox.select} WHERE r.site_id = $1${conditions} ORDER BY r.id DESC LIMIT $2`;
        return (await queries.all(sql, [siteId, limit, ...values])).map(outbox.read);
      };
      const found = (await Promise.all(byStatus(page).map(read))).flat();
      return found.sort((one, other) => (one.id > other.id ? -1 : 1)).slice(0, limit);
    },
    async count(filter, most) {
      const countOf = (one: OneStatus): Promise<number> => {
        const { conditions, values } = narrowed(one, 2);
        return countUpTo(queries, `outbox r WHERE r.site_id = $1${conditions}`, [siteId, ...values], most);
      };
      const counts = await Promise.all(byStatus(filter).map(countOf));
      return Math.min(
        counts.reduce((sum, count) => sum + count, 0),
        most ?? Number.POSITIVE_INFINITY,
      );
    },
    async deliveredTo(recipient, since, limit) {
      return Number((await queries.get(DELIVERED, [siteId, recipient, since, limit]))?.n ?? 0);
    },
    removeEnded: (before, limit) => queries.run(REMOVE_ENDED, [siteId, before, limit]),
    queueOnceIn: (seconds, message) =>
      queries.transaction(async (inside) => {
        const [now, period] = [clock.now(), seconds * 1000];
        const near = [now - period, now + period];
        if (await inside.get(RECENT, [siteId, message.kind, message.recipient, ...near])) return false;
        await addAll(inside, [message]);
        return true;
      }),
  };
};

const ESCAPED = " ESCAPE '\\'";

/** Statuses of few messages. A partial index of each names the condition. */
const RARE: readonly (MessageStatus | undefined)[] = UNDELIVERED_MESSAGES;

/** A page of messages in one status, or in any. */
type OneStatus = Omit<MessagePage, 'status'> & { readonly status?: MessageStatus | undefined };

/** The pages of each status that a page has: each has an index of its own, and no index has several. */
const byStatus = ({ status, ...page }: MessagePage): readonly OneStatus[] =>
  status === 'undelivered' ? UNDELIVERED_MESSAGES.map((one) => ({ ...page, status: one })) : [{ ...page, status }];

/**
 * Returns the ids of the messages to addresses with a part, the latest first, from an index that has all addresses;
 * undefined if there are more than 1000, or if the page has conditions that the index lacks. A list of many is read in
 * its order: the first ones are near.
 */
const idsOfAddress = async (
  queries: Queries,
  siteId: string,
  { recipient, status, account_id, kind, before, since }: OneStatus,
): Promise<readonly string[] | undefined> => {
  if (!recipient || [status, account_id, kind].some((one) => one !== undefined)) return undefined;
  const { conditions, values } = narrowed({ recipient, before, since }, 3);
  const sql = `SELECT r.id AS id FROM outbox r WHERE r.site_id = $1${conditions} LIMIT $2`;
  const rows = await queries.all(sql, [siteId, MOST_SORTED + 1, ...values]);
  if (rows.length > MOST_SORTED) return undefined;
  return rows.map(({ id }) => String(id)).sort((one, other) => (one > other ? -1 : 1));
};

/** Conditions and values of a page; `first` is the number of the first value. */
const narrowed = ({ status, account_id, kind, recipient, before, since }: OneStatus, first: number) => {
  const isRare = RARE.includes(status);
  const given = [
    ['r.status =', isRare ? undefined : status],
    ['r.account_id =', account_id],
    ['r.kind =', kind],
    ['lower(r.recipient) LIKE', recipient && `%${recipient.toLowerCase().replaceAll(/[\\%_]/g, '\\$&')}%`],
    ['r.id <', before],
    ['r.id >=', since],
  ].filter((condition): condition is [string, string] => condition[1] !== undefined);
  const conditions = given.map(
    ([condition], at) => ` AND ${condition} $${first + at}${condition.endsWith('LIKE') ? ESCAPED : ''}`,
  );
  return {
    conditions: `${isRare ? ` AND r.status = '${status}'` : ''}${conditions.join('')}`,
    values: given.map(([, value]) => value),
  };
};
