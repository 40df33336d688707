import type { FieldType, FrameFieldState } from '@service/hosted-fields/protocol';
import type { FieldSettings } from '../options.ts';
import { plain } from '../plain.ts';
import { type FieldPlace, occupy } from './place.ts';

const BASE = 'service-hosted-field';

export interface Container extends FieldPlace {
  /** The element that has the state classes and contains the frame. */
  readonly element: HTMLDivElement;
}

/** Creates the container inside the target; `name` is unique on the page. */
export const createContainer = (target: Element, name: string): Container => {
  const element = document.createElement('div');
  element.className = BASE;
  return { element, ...occupy(element, target, name) };
};

const hasHeight = (element: Element): boolean => Number.parseFloat(getComputedStyle(element).height) > 0;

/**
 * The frame fills its container, so a container without a height gets one. Returns whether the page has given neither
 * the container nor the target a height.
 */
export const giveHeight = (container: HTMLElement, target: Element): boolean => {
  const visible = plain(target).getClientRects().length > 0;
  if (hasHeight(container)) return visible && !plain(target as HTMLElement).offsetHeight;
  container.style.height = '100%';
  // A hidden target has no layout yet, so its styles decide.
  // 44 pixels is the recommended touch target.
  if (visible ? container.clientHeight : hasHeight(target)) return false;
  container.style.height = 'max(2em, 44px)';
  // Without the page, which has just removed several fields of a card at once, there are no styles.
  return target.isConnected;
};

/** Sets the state classes of a field that is ready; the merchant's own classes stay. */
export const showState = (container: Element, type: FieldType, { valid, empty, focus }: FrameFieldState): void => {
  const states = { focus, valid, invalid: !valid && !empty && !focus };
  container.classList.add(`${BASE}-${type}`);
  for (const [name, on] of Object.entries(states)) {
    container.classList.toggle(`${BASE}-${name}`, on);
    container.classList.toggle(`${BASE}-${type}-${name}`, on);
  }
};

/** Creates the frame of one field, without an address yet. */
export const createFrame = (name: string, { title, tabIndex }: FieldSettings): HTMLIFrameElement =>
  Object.assign(document.createElement('iframe'), {
    // Without an `allow` for autofill: no browser knows that permission, and Chromium warns about it in the console.
    // A frame has an opaque background unless its color scheme is that of its document, which is light.
    style: 'display:block;border:0;width:100%;height:100%;background:none;color-scheme:light',
    title,
    name,
    tabIndex,
    referrerPolicy: 'origin',
    sandbox: 'allow-scripts allow-same-origin allow-forms',
  });
