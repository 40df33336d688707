import type { CardState, ElementState } from './types.ts';

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/** Returns whether this is an error of the library, of this copy or of another one on the page. */
export const isOwnError = (given: unknown): boolean =>
  isObject(given) && typeof given.classification === 'string' && Array.isArray(given.details);

/** Returns whether this is the state of card fields. */
export const isState = (given: unknown): given is CardState =>
  isObject(given) &&
  !(given instanceof Error) &&
  isObject(given.fields) &&
  !Array.isArray(given.fields) &&
  Object.values(given.fields as Record<string, ElementState>).every(isObject);

/** Returns whether this is something else: an error of the page, before which the customer may have been charged. */
export const isForeign = (given: unknown): boolean => !isOwnError(given) && !isState(given);
