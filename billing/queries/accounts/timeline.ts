import type { Caller } from '../../ports/caller.ts';
import type { Records } from '../../ports/storage.ts';
import type { Site } from '../../resources/site.ts';
import { Failure } from '../../values/failure.ts';
import type { QueryDeps } from '../lists/site-query.ts';
import { needAccount } from './accounts.ts';
import {
  auditLogEntry,
  eventEntry,
  mailEntry,
  noteEntry,
  paymentEntry,
  repeatsPayment,
  TIMELINE_KINDS,
  type TimelineEntry,
  type TimelineKind,
  webhookEntry,
} from './timeline-entries.ts';

export interface TimelineQuery {
  /** The kinds of entries; all of them unless given. */
  readonly kinds?: readonly TimelineKind[] | undefined;
  /** `next` of the page before. */
  readonly before?: string | undefined;
  readonly limit: number;
}

export interface TimelinePage {
  /** Newest first. There can be fewer than the limit although more follow. */
  readonly entries: readonly TimelineEntry[];
  /** The beginning of the next page; undefined where there is none. */
  readonly next: string | undefined;
}

/** Reads entries of one kind with ids before one, newest first. Undefined stands for an entry that is not shown. */
type ReadSource = (
  from: { readonly accountId: string; readonly before: string; readonly limit: number },
  kinds: ReadonlySet<TimelineKind>,
) => Promise<readonly { readonly id: string; readonly entry: TimelineEntry | undefined }[]>;

const sourcesOf = (records: Records, site: Pick<Site, 'mode'>): Readonly<Record<TimelineKind, ReadSource>> => ({
  async event({ accountId, before, limit }, kinds) {
    const events = await records.events.latest(accountId, before, limit);
    return events.map((one) => ({
      id: one.id,
      entry: kinds.has('payment') && repeatsPayment(one) ? undefined : eventEntry(one, { noted: kinds.has('note') }),
    }));
  },
  async payment({ accountId, before, limit }) {
    const payments = await records.transactions.latest(accountId, before, limit);
    return payments.map((one) => ({ id: one.uuid, entry: paymentEntry(one) }));
  },
  async mail({ accountId, before, limit }) {
    const messages = await records.outbox.list({ account_id: accountId, before }, limit);
    return messages.map((one) => ({ id: one.id, entry: mailEntry(site, one) }));
  },
  async webhook({ accountId, before, limit }) {
    const notifications = await records.webhookDeliveries.latest(accountId, before, limit);
    // One without deliveries was made for an endpoint that has been removed.
    return notifications.map((one) => ({
      id: one.id,
      entry: one.deliveries.length > 0 ? webhookEntry(one) : undefined,
    }));
  },
  async note({ accountId, before, limit }) {
    const notes = await records.notes.latest(accountId, before, limit);
    return notes.map((one) => ({ id: one.id, entry: noteEntry(one) }));
  },
  async audit({ accountId, before, limit }, kinds) {
    const entries = await records.auditLog.list({ account_id: accountId, before }, limit);
    return entries.map((one) => ({
      id: one.id,
      entry:
        kinds.has('note') && one.action === 'note.added' ? undefined : auditLogEntry(one, { noted: kinds.has('note') }),
    }));
  },
});

/** Follows every id. */
const AFTER_ALL = 'g';

const CURSOR = /^([0-9a-f]{32})\.(\d)$/;

/** Returns the place of the last entry that was shown. Throws `invalid_cursor`. */
const placeOf = (before: string | undefined): { readonly id: string; readonly rank: number } => {
  if (before === undefined) return { id: AFTER_ALL, rank: -1 };
  const [, id, rank] = CURSOR.exec(before) ?? [];
  if (id === undefined) throw new Failure('invalid_cursor', { value: before });
  return { id, rank: Number(rank) };
};

/**
 * Returns one stream of what happened to an account, newest first: events, payments and attempts, mail, webhooks, notes
 * and the audit log, with those of its subscriptions and invoices. The order is that in which the entries were
 * recorded. Each source is read up to the limit. Throws `not_found`, and `invalid_cursor`.
 */
export const timeline =
  ({ storage }: QueryDeps) =>
  async (
    { site }: Pick<Caller, 'site'>,
    accountCode: string,
    { kinds = TIMELINE_KINDS, before, limit }: TimelineQuery,
  ): Promise<TimelinePage> => {
    const records = storage.of(site.id);
    const place = placeOf(before);
    const account = await needAccount(records, accountCode);
    const sources = sourcesOf(records, site);
    const chosen = new Set(kinds);
    const read = await Promise.all(
      TIMELINE_KINDS.map(async (kind, rank) => {
        if (!chosen.has(kind)) return [];
        // A longer text follows the id that it begins with, so that this id is included.
        const until = rank > place.rank ? `${place.id}0` : place.id;
        const found = await sources[kind]({ accountId: account.id, before: until, limit: limit + 1 }, chosen);
        return found.map((one) => ({ ...one, rank }));
      }),
    );
    const all = read.flat().sort((a, b) => (a.id === b.id ? a.rank - b.rank : a.id < b.id ? 1 : -1));
    const shown = all.slice(0, limit);
    const last = shown.at(-1);
    return {
      entries: shown.flatMap(({ entry }) => entry ?? []),
      next: last && all.length > limit ? `${last.id}.${last.rank}` : undefined,
    };
  };
