import { FIELD_TYPES, type FieldType } from '@service/hosted-fields/protocol';
import { invalid } from '../allowed.ts';
import { type ErrorFacts, ServiceError } from '../errors.ts';
import { elementAt } from '../form.ts';
import { fieldSettings, type InstanceConfig } from '../options.ts';
import { plain } from '../plain.ts';
import { isTaken } from './place.ts';

const defaultSelector = (type: FieldType | 'card'): string => `[data-service=${type}]`;

/**
 * Returns whether a frame can go into an element: one that can have children. An input of the page must never hold card
 * data.
 */
const CHILDLESS = 'input,select,textarea,iframe,button';

/** Returns the error for a field that is needed and has no target on the page; without a field, for `attach`. */
export const missingTarget = (
  type: FieldType | 'card' | undefined,
  place: unknown = defaultSelector(type!),
): ServiceError => {
  const selector = String(place);
  const who = type ? `The hosted field \`${type}\`` : '`attach`';
  const message = `${who} needs a container; ${selector} matches none.`;
  return new ServiceError('missing-hosted-field-target', { message, type, selector } as ErrorFacts);
};

const targetAt = (place: unknown): Element | undefined => {
  const found = elementAt(place);
  return found instanceof Element && !plain(found).matches(CHILDLESS) ? found : undefined;
};

/** Returns the target of one field. Throws like `findTargets`. */
export const findTarget = (
  type: FieldType | 'card',
  selector: string | Element | undefined,
  owner: unknown,
): Element | undefined => {
  const found = targetAt(selector ?? defaultSelector(type));
  if (found && !isTaken(found, owner)) return found;
  if (selector === undefined) return undefined;

  throw found ? invalid(`fields.${type}.selector`, 'free of other instances', selector) : missingTarget(type, selector);
};

/** Returns the element that a place means. Throws missing-hosted-field-target if nothing can be attached to it. */
export const needTarget = (place: unknown): Element => {
  const found = targetAt(place);
  if (found) return found;
  throw missingTarget(undefined, String(place));
};

/**
 * Returns the target of each field that the page has one for, except those used by instances other than `owner`. Throws
 * for a target that the merchant named: missing-hosted-field-target if it does not exist, invalid-option if it is in
 * use.
 */
export const findTargets = (config: InstanceConfig, owner: object | undefined): ReadonlyMap<FieldType, Element> => {
  const targets = new Map<FieldType, Element>();
  for (const type of FIELD_TYPES) {
    const target = findTarget(type, fieldSettings(config, type).selector, owner);
    if (target) targets.set(type, target);
  }
  return targets;
};
