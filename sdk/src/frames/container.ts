import type { FieldState, FieldType } from '@service/hosted-fields/protocol';
import type { FieldSettings } from '../options.ts';
import { type Place, settle } from './place.ts';

const BASE = 'service-hosted-field';

export interface Container extends Place {
  /** Carries the state classes and holds the frame. */
  readonly element: HTMLDivElement;
}

/** Makes the element inside the target; `name` is one that no other element of the page has. */
export const createContainer = (target: Element, name: string): Container => {
  const element = document.createElement('div');
  element.className = BASE;
  const place = settle(element, target, name);
  giveHeight(element, target);
  return { element, ...place };
};

const hasHeight = (element: Element): boolean => Number.parseFloat(getComputedStyle(element).height) > 0;

/** The frame is as high as its container, so one without a height of its own gets one. */
const giveHeight = (container: HTMLElement, target: Element) => {
  if (hasHeight(container)) return;
  container.style.height = '100%';
  // A hidden target has no layout yet; what its styles say must do.
  const visible = target.getClientRects().length;
  // Forty-four pixels are what a finger hits.
  if (visible ? !container.clientHeight : !hasHeight(target)) container.style.height = 'max(2em, 44px)';
};

/** Marks the container of a field that is ready with its state; classes of the merchant's own stay. */
export const showState = (container: Element, type: FieldType, { valid, empty, focus }: FieldState): void => {
  const states = { focus, valid, invalid: !valid && !empty && !focus };
  container.classList.add(`${BASE}-${type}`);
  for (const [name, on] of Object.entries(states)) {
    container.classList.toggle(`${BASE}-${name}`, on);
    container.classList.toggle(`${BASE}-${type}-${name}`, on);
  }
};

/** A frame for one field, without an address yet. */
export const createFrame = (name: string, { title, tabIndex, options }: FieldSettings): HTMLIFrameElement =>
  Object.assign(document.createElement('iframe'), {
    // The first lets browsers fill card and page fields in one go; the second is its older name.
    ...(!options.preventAutofill && { allow: 'autofill; shared-autofill' }),
    // Of any other colour scheme than its page, a frame has an opaque ground.
    style: 'display:block;border:0;width:100%;height:100%;background:none;color-scheme:normal',
    title,
    name,
    tabIndex,
    referrerPolicy: 'origin',
    sandbox: 'allow-scripts allow-same-origin allow-forms',
    scrolling: 'no',
  });
