import { readSearch, type SearchText } from '../../domain/search/search-text.ts';
import type { Caller } from '../../ports/caller.ts';
import type { FoundRecord, SearchedKind, SearchFilters, SearchRecords } from '../../ports/search.ts';
import type { QueryDeps } from '../lists/site-query.ts';
import { idTyped, ownedLookUps, type PlannedLookUp, plannedLookUps, wordsLookUp } from './look-ups.ts';
import { isFoundByPlace, matchedBy } from './matched-by.ts';
import { filtersOf, hasFilters, isOfAddress, selects } from './narrowing.ts';
import type { SearchGroup, SearchHit, SearchKind, SearchLimits, SearchResult } from './result.ts';
import { identifiedHit, shownHit } from './shown-hit.ts';

/** Records of a kind that are counted. */
export const MOST_COUNTED = 1000;
/** Customers of whom other records are looked up. */
const MOST_OWNERS = 200;
/** Actions that are shown of a request. */
const MOST_ACTIONS = 5;

const KINDS: readonly SearchedKind[] = ['customer', 'subscription', 'invoice', 'payment', 'coupon', 'gift_card'];

interface Ranked extends FoundRecord {
  /** 0: identified by the text; then in the order of the look-ups' precision. */
  readonly rank: number;
  /** The condition that found it; undefined for filters alone. */
  readonly by: string | undefined;
}

/** The found records of each kind, by their ids. */
type Found = Map<SearchedKind, Map<string, Ranked>>;

/**
 * Returns what an operator may mean by a text of at most 200 characters: records by their identifiers, customers by
 * parts of email, name, company and code, and what filters select. Nothing is searched if the text may have a card
 * number.
 */
export const search =
  ({ storage }: QueryDeps) =>
  async ({ site }: Pick<Caller, 'site'>, typed: string, limits: SearchLimits): Promise<SearchResult> => {
    const text = readSearch(typed, site.time_zone);
    if (text.card_number) return { card_number: true, groups: [], exact: null };
    if (!limits.personal && isOfAddress(text.filters)) return { card_number: false, groups: [], exact: null };
    const records = storage.of(site.id).search;
    const found = await foundBy(records, text, site.currencies, limits);
    const groups = await Promise.all([...found].map(([kind, ids]) => groupOf(records, kind, ids, text, limits)));
    const request = isSearched('request', limits) ? await requestOf(records, text) : undefined;
    const others = [...(await identifiedBy(records, text, limits)), ...(request ? [request] : [])];
    const all = [...groups.filter(({ count }) => count > 0), ...others];
    return { card_number: false, groups: all, exact: onlyExact(found, others, all) };
  };

const isSearched = (kind: SearchKind, { kinds }: SearchLimits): boolean => kinds?.includes(kind) ?? true;

const foundBy = async (
  records: SearchRecords,
  text: SearchText,
  currencies: readonly string[],
  limits: SearchLimits,
): Promise<Found> => {
  const searched = KINDS.flatMap((kind) => {
    const filters = isSearched(kind, limits) ? filtersOf(kind, text.filters, currencies) : undefined;
    return filters ? [[kind, filters] as const] : [];
  });
  const filters = new Map(searched);
  const found: Found = new Map(searched.map(([kind]) => [kind, new Map()]));
  const run = async ({ kind, condition, exact }: PlannedLookUp, rank: number): Promise<number> => {
    const ids = found.get(kind);
    const rows = await rowsOf(records, kind, condition, filters.get(kind) ?? {});
    for (const row of rows) {
      const known = ids?.get(row.id);
      if (!known || (exact && known.rank > 0)) ids?.set(row.id, { ...row, rank: exact ? 0 : rank, by: condition.by });
    }
    return rows.length;
  };

  // Words find other records than customers by their customers where a filter asks for those.
  const byOwner = limits.personal && !filters.has('customer') && filters.size > 0 && text.words.length > 0;
  const owned = byOwner ? ownedLookUps(await ownersOf(records, text)) : [];
  const planned = [...plannedLookUps(text), ...owned].filter(
    ({ kind, personal }) => filters.has(kind) && (limits.personal || !personal),
  );
  const first = planned.filter(({ last }) => !last);
  const counts = await Promise.all(first.map((each, index) => run(each, index + 1)));
  const isCustomer = first.some(({ kind, beside }, index) => kind === 'customer' && !beside && counts[index] !== 0);
  const isIdentified = [...found.values()].some((ids) => [...ids.values()].some(({ rank }) => rank === 0));
  if (!isCustomer && !isIdentified) {
    await Promise.all(planned.filter(({ last }) => last).map((each) => run(each, planned.length)));
  }
  if (text.words.length > 0 || !hasFilters(text.filters)) return found;
  await Promise.all(
    searched
      .filter(([kind]) => selects(kind, text.filters))
      .map(async ([kind, narrowing]) => {
        const rows = await rowsOf(records, kind, undefined, narrowing);
        found.set(kind, new Map(rows.map((row) => [row.id, { ...row, rank: 1, by: undefined }])));
      }),
  );
  return found;
};

const ownersOf = async (records: SearchRecords, text: SearchText): Promise<readonly string[]> => {
  const { kind, condition } = wordsLookUp(text);
  return (await records.find(kind, condition, {}, MOST_OWNERS)).map(({ id }) => id);
};

/** Each range of amounts has a look-up of its own, so that each reads a range of an index. */
const rowsOf = async (
  records: SearchRecords,
  kind: SearchedKind,
  condition: PlannedLookUp['condition'] | undefined,
  { amounts, ...filters }: SearchFilters,
): Promise<readonly FoundRecord[]> => {
  const each = amounts ? amounts.map((range): SearchFilters => ({ ...filters, amounts: [range] })) : [filters];
  const rows = await Promise.all(each.map((one) => records.find(kind, condition, one, MOST_COUNTED + 1)));
  return rows.flat();
};

const groupOf = async (
  records: SearchRecords,
  kind: SearchedKind,
  found: ReadonlyMap<string, Ranked>,
  text: SearchText,
  { hits, personal, stateWord }: SearchLimits,
): Promise<SearchGroup> => {
  const sorted = [...found.values()].sort(
    (a, b) => a.rank - b.rank || b.created_at - a.created_at || (a.id < b.id ? 1 : -1),
  );
  const first = sorted.slice(0, hits);
  const shown =
    first.length === 0
      ? []
      : await records.shown(
          kind,
          first.map(({ id }) => id),
        );
  const byId = new Map(shown.map((record) => [record.id, record]));
  const placed = first.filter(({ by }) => personal && isFoundByPlace(by, text));
  const owners = placed.flatMap(({ id }) => byId.get(id)?.account_id ?? []);
  const places = owners.length === 0 ? [] : await records.places([...new Set(owners)]);
  return {
    kind,
    count: Math.min(found.size, MOST_COUNTED),
    more: found.size > MOST_COUNTED,
    hits: first.flatMap(({ id, rank, by }) => {
      const record = byId.get(id);
      if (!record) return [];
      const own = places.filter(({ account_id }) => account_id === record.account_id);
      const matched = matchedBy(kind, by, text, own);
      const how = { exact: rank === 0, by, personal, ...(stateWord && { stateWord }), ...(matched && { matched }) };
      return [shownHit(kind, record, how)];
    }),
  };
};

/** Returns the request with the id that was typed, and what it did. */
const requestOf = async (
  records: SearchRecords,
  { phrase, words, filters }: SearchText,
): Promise<SearchGroup | undefined> => {
  if (words.length !== 1 || hasFilters(filters)) return undefined;
  const actions = await records.actionsOf(phrase, MOST_ACTIONS);
  if (actions.length === 0) return undefined;
  const detail = [...new Set(actions)].join(', ');
  return {
    kind: 'request',
    count: 1,
    more: false,
    hits: [{ kind: 'request', id: phrase, title: phrase, detail, exact: true }],
  };
};

/** Returns the records that are found by the id that was typed alone. */
const identifiedBy = async (
  records: SearchRecords,
  { phrase, filters }: SearchText,
  limits: SearchLimits,
): Promise<readonly SearchGroup[]> => {
  const id = idTyped(phrase);
  if (id === undefined || hasFilters(filters)) return [];
  const found = (await records.identified(id)).filter(({ kind }) => isSearched(kind, limits));
  return [...Map.groupBy(found, ({ kind }) => kind)].map(([kind, some]) => ({
    kind,
    count: some.length,
    more: false,
    hits: some.slice(0, limits.hits).map((one) => identifiedHit(one, id)),
  }));
};

/** `others`: groups besides those of the look-ups. */
const onlyExact = (found: Found, others: readonly SearchGroup[], groups: readonly SearchGroup[]): SearchHit | null => {
  const identified = [...found.values()].flatMap((ids) => [...ids.values()].filter(({ rank }) => rank === 0)).length;
  const more = others.flatMap(({ hits }) => hits).filter(({ exact }) => exact).length;
  if (identified + more !== 1) return null;
  return groups.flatMap(({ hits }) => hits).find(({ exact }) => exact) ?? null;
};
