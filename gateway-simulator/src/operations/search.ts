import type Stripe from 'stripe';
import { invalidRequest } from '../http/api-error.ts';
import { pageSize } from '../http/lists.ts';
import type { RequestParams } from '../http/params.ts';
import type { SimulatorWorld } from '../world/world.ts';

interface Searchable {
  readonly id: string;
  readonly created: number;
  readonly metadata: Stripe.Metadata;
  readonly status: string;
  readonly currency: string;
  readonly amount: number;
}

const CLAUSE = /^\s*(?:metadata\[["']([^"']+)["']\]|(status|currency|amount))\s*:\s*["']?([^"']*)["']?\s*$/;

/**
 * Returns the page that `query` asks for: clauses such as `metadata['order']:'17'` and `status:'succeeded'`, joined by
 * AND. New objects are found after a while only, as Stripe documents: a search does not replace a list after a write.
 *
 * @throws {ApiError} 400 for a query that is not understood
 */
export const searchByMetadata = (
  world: SimulatorWorld,
  rows: readonly Searchable[],
  params: RequestParams,
  url: string,
): object => {
  const holds = params
    .needText('query')
    .split(/\s+AND\s+/i)
    .map(clauseOf);
  const limit = pageSize(params);
  const start = Number(params.text('page') ?? 0);
  const visible = world.clock.now() - world.delays.search;
  const found = rows.filter((row) => row.created * 1000 <= visible && holds.every((matches) => matches(row)));
  const data = found.slice(start, start + limit);
  const more = start + data.length < found.length;
  return { object: 'search_result', data, has_more: more, next_page: more ? String(start + data.length) : null, url };
};

const clauseOf = (clause: string): ((row: Searchable) => boolean) => {
  const [, key, field, value = ''] = CLAUSE.exec(clause) ?? [];
  if (key !== undefined) return (row) => row.metadata[key] === value;
  if (field !== undefined) return (row) => String(row[field as 'amount' | 'currency' | 'status']) === value;
  throw invalidRequest(
    `The query is not understood: ${clause}. The simulator takes metadata['key']:'value', status, currency and ` +
      'amount, joined by AND.',
    { param: 'query' },
  );
};
