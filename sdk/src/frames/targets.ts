import { FIELD_TYPES, type FieldType } from '@service/hosted-fields/protocol';
import { ServiceError } from '../errors.ts';
import { type Config, fieldSettings } from '../options.ts';

const defaultSelector = (type: FieldType): string => `[data-service=${type}]`;

/** A frame goes into an element that can have children; an input of the page is never a place for card data. */
const canHold = (element: Element | null): element is Element =>
  element !== null && !/^(INPUT|SELECT|TEXTAREA|IFRAME|BUTTON)$/.test(element.tagName);

/** What to throw where a field is needed that has no place on the page. */
export const missingTarget = (type: FieldType, place: string | Element = defaultSelector(type)): ServiceError => {
  const selector = String(place);
  const message = `No element for the hosted field \`${type}\` matched ${selector} when configure was called. Inputs do not count.`;
  return new ServiceError('missing-hosted-field-target', { message, type, selector });
};

const find = (type: FieldType, selector: string | Element | undefined): Element | undefined => {
  const place = selector ?? defaultSelector(type);
  const found = typeof place === 'string' ? document.querySelector(place) : place;
  if (found instanceof Element && canHold(found)) return found;
  if (selector === undefined) return undefined;

  throw missingTarget(type, selector);
};

/**
 * The element of each field that the page has a place for.
 * Throws missing-hosted-field-target when a place the merchant named is not there.
 */
export const findTargets = (config: Config): ReadonlyMap<FieldType, Element> => {
  const targets = new Map<FieldType, Element>();
  for (const type of FIELD_TYPES) {
    const target = find(type, fieldSettings(config, type).selector);
    if (target) targets.set(type, target);
  }
  return targets;
};
