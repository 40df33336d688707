import type { Config } from '../options.ts';
import { plain } from '../plain.ts';
import { type HostedFields, hostedFields } from './hosted-fields.ts';

/** The card fields of a payment form that is not loaded yet: a tuple, because names would add to the script's size. */
export type EarlyFields = readonly [
  /** Contains a fieldset, with a row for each field that contains its target. Hidden until the form is complete. */
  root: HTMLElement,
  fields: HostedFields,
  /** What the fields emit on. The payment form sets the function. */
  events: { emit(event: string, payload: unknown): unknown },
];

/**
 * Starts the card fields of a payment form while its code is still loading, because the browser takes longest for the
 * process of their frames. A frame that moves is loaded again, so the payment form adds everything else around them.
 */
export const earlyFields = (target: Element, config: Config): EarlyFields => {
  plain(target).replaceChildren();
  const add = (to: Element, tag = 'div') => plain(to).appendChild(document.createElement(tag));
  const root = add(target);
  const panel = add(root, 'fieldset');
  root.hidden = true;
  const events = { emit() {} };
  const fields = hostedFields(config.api, events);
  fields.place(
    new Map(
      (['number', 'expiry', 'cvv'] as const).map((type) => [
        type,
        Object.assign(add(add(panel)), { style: 'height:48px' }),
      ]),
    ),
    config,
  );
  return [root, fields, events];
};
