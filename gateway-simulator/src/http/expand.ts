import type { State } from '../world/state.ts';
import { invalidRequest } from './api-error.ts';

type Json = { [name: string]: unknown };

const DEEPEST = 4;
const MOST_PATHS = 20;

/**
 * Returns a copy of an object in which the ids at `paths`, for example `latest_charge.balance_transaction` or
 * `data.customer`, are replaced by the objects.
 *
 * @throws {ApiError} 400 when a path leads to nothing that can be expanded
 */
export const expand = (state: State, object: object, paths: readonly string[]): object => {
  if (paths.length > MOST_PATHS) throw invalidRequest(`At most ${MOST_PATHS} properties can be expanded.`);
  const copy = structuredClone(object) as Json;
  for (const path of paths) {
    const steps = path.split('.');
    if (steps.length > DEEPEST)
      throw invalidRequest(`You can expand at most ${DEEPEST} levels deep.`, { param: 'expand' });
    descend(state, copy, steps, path);
  }
  return copy;
};

const descend = (state: State, object: Json, steps: readonly string[], path: string): void => {
  const [name = '', ...rest] = steps;
  if (name === 'refunds' && object.object === 'charge') object.refunds ??= refundsOf(state, object);
  const value = object[name];
  if (value === undefined) throw notExpandable(path);
  const found = typeof value === 'string' ? find(state, value) : value;
  if (typeof value === 'string') {
    if (!found) throw notExpandable(path);
    object[name] = structuredClone(found);
  }
  const next = object[name];
  if (Array.isArray(next)) {
    for (const each of next) if (rest.length > 0 && isObject(each)) descend(state, each, rest, path);
  } else if (rest.length > 0 && isObject(next)) descend(state, next, rest, path);
};

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null;

const notExpandable = (path: string) =>
  invalidRequest(`This property cannot be expanded (${path}).`, { param: 'expand' });

const refundsOf = (state: State, charge: Json) => ({
  object: 'list',
  data: state.refunds.newest().filter((refund) => refund.charge === charge.id),
  has_more: false,
  url: `/v1/charges/${charge.id}/refunds`,
});

/** Returns the object with this id, of whatever kind it is. */
const find = (state: State, id: string): object | undefined =>
  state.paymentIntents.find(id) ??
  state.charges.find(id) ??
  state.paymentMethods.find(id) ??
  state.customers.find(id) ??
  state.setupIntents.find(id) ??
  state.refunds.find(id) ??
  state.disputes.find(id) ??
  state.balanceTransactions.find(id) ??
  state.payouts.find(id) ??
  state.setupAttempts.find(id) ??
  state.mandates.find(id);
