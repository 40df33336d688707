import { FIELD_TYPES, type FieldType } from '@service/hosted-fields/protocol';
import { ServiceError } from '../errors.ts';
import { elementAt } from '../form.ts';
import { type Config, fieldSettings, invalid } from '../options.ts';
import { isTaken } from './place.ts';

const defaultSelector = (type: FieldType): string => `[data-service=${type}]`;

/** A frame goes into an element that can have children; an input of the page is never a place for card data. */
const CHILDLESS = 'input,select,textarea,iframe,button';

/** What to throw where a field is needed that has no place on the page. */
export const missingTarget = (type: FieldType, place: string | Element = defaultSelector(type)): ServiceError => {
  const selector = String(place);
  const message = `The hosted field \`${type}\` needs a free element that is no input: ${selector} led to none.`;
  return new ServiceError('missing-hosted-field-target', { message, type, selector });
};

const find = (type: FieldType, selector: string | Element | undefined, owner: unknown): Element | undefined => {
  const place = selector ?? defaultSelector(type);
  const found = elementAt(place);
  const fits = found instanceof Element && !found.matches(CHILDLESS);
  if (fits && !isTaken(found, owner)) return found;
  if (selector === undefined) return undefined;

  throw fits ? invalid(`fields.${type}.selector`, 'free of other instances', selector) : missingTarget(type, selector);
};

/**
 * The element of each field that the page has a place for, apart from what instances other than `owner` use.
 * Throws for a place the merchant named: missing-hosted-field-target when it is not there, invalid-option when it is used.
 */
export const findTargets = (config: Config, owner: object | undefined): ReadonlyMap<FieldType, Element> => {
  const targets = new Map<FieldType, Element>();
  for (const type of FIELD_TYPES) {
    const target = find(type, fieldSettings(config, type).selector, owner);
    if (target) targets.set(type, target);
  }
  return targets;
};
