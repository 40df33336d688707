import { idsFrom } from '@service/billing/values/ids.ts';
import type { Millis } from '@service/billing/values/time.ts';
import { type CommandOptions, type JsonRow, type ListedPage, type OptionValues, UsageError } from './command.ts';
import { inColumns } from './layout.ts';
import { readMoment } from './read-moment.ts';

/** Rows that a list shows without `--limit` and `--all`. */
export const LISTED = 200;

const EVERY_ROW = 1_000_000_000;

/** The options of every list that is shown in pages. */
export const pageOptions = {
  since: { value: '<moment>', help: 'Shows only what is from this moment or later, such as 2027-01-01.' },
  before: { value: '<moment|id>', help: 'Shows only what is from before this moment, or listed after this id.' },
  limit: { value: '<number>', help: `Rows of a page: ${LISTED} by default.` },
  all: { help: 'Shows the whole list.' },
} as const satisfies CommandOptions;

/** The part of a list that is shown. */
export interface AskedPage {
  /** Milliseconds. */
  readonly sinceMs: Millis | undefined;
  /** Milliseconds; undefined also where an id is given. */
  readonly beforeMs: Millis | undefined;
  /** The ids within the moments, from `since` up to `before`: an id begins with the moment at which it was made. */
  readonly ids: { readonly since: string | undefined; readonly before: string | undefined };
  readonly limit: number;
}

const ID = /^[0-9a-f]{32}$/;

/** Returns the part of a list that a command line asks for. Throws `Usage`. */
export const askedPage = ({ since, before, limit, all }: OptionValues): AskedPage => {
  const id = typeof before === 'string' && ID.test(before) ? before : undefined;
  const sinceMs = since === undefined ? undefined : readMoment('since', since);
  const beforeMs = before === undefined || id !== undefined ? undefined : readMoment('before', before);
  return {
    sinceMs,
    beforeMs,
    ids: {
      since: sinceMs === undefined ? undefined : idsFrom(sinceMs),
      before: beforeMs === undefined ? id : idsFrom(beforeMs),
    },
    limit: all === true ? EVERY_ROW : limit === undefined ? LISTED : readLimit(limit),
  };
};

const readLimit = (typed: OptionValues[string]): number => {
  if (typeof typed !== 'string' || !/^[1-9]\d{0,8}$/.test(typed)) {
    throw new UsageError(`--limit takes a whole number above 0, not “${String(typed)}”.`);
  }
  return Number(typed);
};

/** Whether a moment is within those of a page. */
export const isWithin = ({ sinceMs, beforeMs }: AskedPage, at: Millis): boolean =>
  (sinceMs === undefined || at >= sinceMs) && (beforeMs === undefined || at < beforeMs);

interface ReadRows<Member extends string> {
  readonly rows: readonly (readonly string[])[];
  readonly json: ListedPage<Member>;
}

/** Returns a table with a last line that says how many rows it leaves out, and how they are shown. */
export const pageText = (headings: readonly string[], { rows, json: { total, next } }: ReadRows<string>): string => {
  const list = inColumns([headings, ...rows]);
  if (total <= rows.length) return list;
  const onward = next === null ? ', --since and --before a part of it' : `, --before ${next} the next page`;
  return `${list}\n\n${total - rows.length} more. The option --all shows the whole list${onward}.`;
};

/**
 * Reads the rows of a list from newest to oldest in parts, so that its records are never in memory all at once.
 * `shown` returns what a record is in the table, and what it is with `--json`.
 */
export const readRows = async <T extends { readonly id: string }, Member extends string>(
  page: AskedPage,
  list: {
    read(ids: AskedPage['ids'], limit: number): Promise<readonly T[]>;
    count(ids: AskedPage['ids']): Promise<number>;
    shown(record: T): readonly [row: readonly string[], json: JsonRow<Member>];
  },
): Promise<ReadRows<Member>> => {
  const shown: (readonly [readonly string[], JsonRow<Member>])[] = [];
  let { before } = page.ids;
  while (shown.length < page.limit) {
    const asked = Math.min(LISTED, page.limit - shown.length);
    const part = await list.read({ ...page.ids, before }, asked);
    shown.push(...part.map(list.shown));
    before = part.at(-1)?.id ?? before;
    if (part.length < asked) break;
  }
  const total = await list.count(page.ids);
  return {
    rows: shown.map(([row]) => row),
    json: { records: shown.map(([, json]) => json), total, next: total > shown.length ? (before ?? null) : null },
  };
};

/** Returns a page of records that are in memory. A page after it begins at a moment: `next` is null. */
export const cutRows = <T, Member extends string>(
  { limit }: AskedPage,
  records: readonly T[],
  shown: (record: T) => readonly [row: readonly string[], json: JsonRow<Member>],
): ReadRows<Member> => {
  const cut = records.slice(0, limit).map(shown);
  return {
    rows: cut.map(([row]) => row),
    json: { records: cut.map(([, json]) => json), total: records.length, next: null },
  };
};
