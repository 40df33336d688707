import { invalidRequest } from './api-error.ts';
import type { DecodedForm } from './form.ts';
import type { RequestParams } from './params.ts';

/** A page of a list, as every list of the API has it. */
export interface ListPage<T> {
  readonly object: 'list';
  readonly data: T[];
  readonly has_more: boolean;
  readonly url: string;
}

const LARGEST_PAGE = 100;

/** Returns `limit`: 10 unless it is sent. */
export const pageSize = (params: RequestParams): number => {
  const limit = params.whole('limit') ?? 10;
  if (limit < 1 || limit > LARGEST_PAGE)
    throw invalidRequest(`Invalid integer: limit must be between 1 and ${LARGEST_PAGE}`, { param: 'limit' });
  return limit;
};

/**
 * Returns the page that `limit`, `starting_after` and `ending_before` ask for. `rows` are newest first; `filters` have
 * been applied.
 *
 * @throws {ApiError} 400 when the cursor is not in the list
 */
export const pageOf = <T extends { id: string }>(
  rows: readonly T[],
  params: RequestParams,
  url: string,
): ListPage<T> => {
  const limit = pageSize(params);
  const after = params.text('starting_after');
  const before = params.text('ending_before');
  if (after !== undefined && before !== undefined)
    throw invalidRequest('You may only specify one of these parameters: starting_after, ending_before.', {
      code: 'parameters_exclusive',
    });
  const place = (id: string, param: string) => {
    const index = rows.findIndex((row) => row.id === id);
    if (index < 0) throw invalidRequest(`No such object: '${id}'`, { code: 'resource_missing', param });
    return index;
  };
  if (before !== undefined) {
    const end = place(before, 'ending_before');
    const start = Math.max(0, end - limit);
    return { object: 'list', data: rows.slice(start, end), has_more: start > 0, url };
  }
  const start = after === undefined ? 0 : place(after, 'starting_after') + 1;
  const data = rows.slice(start, start + limit);
  return { object: 'list', data, has_more: start + data.length < rows.length, url };
};

/** Returns the filter of `created`, a moment or `created[gt]`, `[gte]`, `[lt]` and `[lte]`, in seconds since 1970. */
export const createdFilter = (params: RequestParams): ((row: { created: number }) => boolean) => {
  const holds = momentFilter(params, 'created');
  return ({ created }) => holds(created);
};

/** Returns the filter of a moment by the name of its parameter, as `createdFilter` does. */
export const momentFilter = (params: RequestParams, parameter: string): ((at: number) => boolean) => {
  const value = params.any(parameter);
  if (value === undefined || value === '') return () => true;
  if (typeof value === 'string') return (at) => at === moment(value, parameter);
  const bounds = Object.entries(value).map(([name, bound]) => bounded(name, bound, parameter));
  return (at) => bounds.every((holds) => holds(at));
};

const bounded = (name: string, bound: string | DecodedForm, parameter: string): ((at: number) => boolean) => {
  const limit = moment(bound, parameter);
  if (name === 'gt') return (at) => at > limit;
  if (name === 'gte') return (at) => at >= limit;
  if (name === 'lt') return (at) => at < limit;
  if (name === 'lte') return (at) => at <= limit;
  const param = `${parameter}[${name}]`;
  throw invalidRequest(`Received unknown parameter: ${param}`, { code: 'parameter_unknown', param });
};

const moment = (value: string | DecodedForm, param: string): number => {
  if (typeof value === 'string' && /^\d{1,12}$/.test(value)) return Number(value);
  throw invalidRequest('Invalid timestamp: must be an integer Unix timestamp in the past.', { param });
};
