import { FIELD_TYPES, type FieldType } from '@service/hosted-fields/protocol';
import { ServiceError } from '../errors.ts';
import { type Config, fieldSettings } from '../options.ts';

export const defaultSelector = (type: FieldType): string => `[data-service=${type}]`;

/** A frame goes into an element that can have children; an input of the page is never a place for card data. */
const canHold = (element: Element | null): element is Element =>
  element !== null && !/^(INPUT|SELECT|TEXTAREA|IFRAME|BUTTON)$/.test(element.tagName);

const find = (type: FieldType, selector: string | Element | undefined): Element | undefined => {
  const place = selector ?? defaultSelector(type);
  const found = typeof place === 'string' ? document.querySelector(place) : place;
  if (found instanceof Element && canHold(found)) return found;
  if (selector === undefined) return undefined;

  const shown = typeof selector === 'string' ? selector : String(selector);
  throw new ServiceError('missing-hosted-field-target', {
    message: `No element for the hosted field \`${type}\` matches ${shown}. It must be in the document, and not be an input, before configure is called.`,
    type,
    selector: shown,
  });
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
