import type { ListQuery } from '@service/billing/ports/listing.ts';
import type { Version } from '@service/billing/resources/version.ts';
import { Failure, refuse } from '@service/billing/values/failure.ts';
import { isDate, readTime, type Seconds } from '@service/billing/values/time.ts';
import { type CursorOrder, orderOf, readCursor } from './cursor.ts';

/** Page sizes. */
export const PER_PAGE = { default: 50, most: 200 } as const;

/** The parameters of every list, in their order in links. `cursor` is not among them: each link has its own. */
export const CARRIED = ['sort', 'order', 'per_page', 'begin_time', 'end_time'] as const;

const SORTS = ['created_at', 'updated_at'] as const;
const DIRECTIONS = ['desc', 'asc'] as const;

/** The order of a list that names none. */
export const DEFAULT_ORDER: CursorOrder = { sort: SORTS[0], order: DIRECTIONS[0] };

/** Filters and order of a list; counting needs no more. */
export type Bounds = Pick<ListQuery<unknown>, 'sort' | 'order' | 'begin' | 'end'>;

/**
 * Reads sort, order and times. A cursor carries its order, which applies where the request names none. Throws
 * `bad_request` naming the parameter that cannot be read, and `Invalid` for a date outside 1970 to 9999.
 */
export const readBounds = (query: URLSearchParams): Bounds => {
  const begin = readMomentParameter(query, 'begin_time');
  const end = readMomentParameter(query, 'end_time');
  const carried = orderOf(query.get('cursor') ?? '');
  return {
    sort: choice(query, 'sort', SORTS, carried?.sort),
    order: choice(query, 'order', DIRECTIONS, carried?.order),
    ...(begin !== undefined && { begin }),
    ...(end !== undefined && { end }),
  };
};

/**
 * Reads page size and position. A page size that is not a number is the default; one that is too large is the maximum.
 */
export const readPosition = (
  query: URLSearchParams,
  order: CursorOrder,
  version: Version,
): Pick<ListQuery<unknown>, 'limit' | 'from'> => {
  const cursor = query.get('cursor');
  return { limit: perPage(query.get('per_page')), ...(cursor && { from: readCursor(cursor, order, version) }) };
};

const perPage = (text: string | null): number => {
  const number = /^\d+$/.test(text ?? '') ? Number(text) : 0;
  return number < 1 ? PER_PAGE.default : Math.min(number, PER_PAGE.most);
};

const choice = <const T extends string>(
  query: URLSearchParams,
  name: string,
  choices: readonly [T, ...T[]],
  otherwise: T = choices[0],
): T => {
  const sent = query.get(name);
  if (!sent) return otherwise;
  const found = choices.find((each) => each === sent);
  if (!found) throw new Failure('bad_request', { name }, `${name} must be one of ${choices.join(', ')}`);
  return found;
};

/**
 * Reads a date. Undefined where none was sent. Throws `bad_request` naming a parameter that cannot be read, and
 * `Invalid` for a date outside 1970 to 9999.
 */
export const readMomentParameter = (query: URLSearchParams, name: string): Seconds | undefined => {
  const sent = query.get(name);
  if (!sent) return undefined;
  const at = readTime(sent);
  if (at === undefined) {
    throw new Failure(
      'bad_request',
      { name },
      `${name} must be an ISO 8601 date or date-time, such as 2026-11-20T12:00:00Z`,
    );
  }
  refuse(isDate(at) ? [] : [{ field: name, symbol: 'invalid' }]);
  return at;
};
