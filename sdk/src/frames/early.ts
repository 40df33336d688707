import type { InstanceConfig } from '../options.ts';
import { plain } from '../plain.ts';
import { hostedFields } from './hosted-fields.ts';
import { requireSupportedPage } from './supported-page.ts';
import type { EarlyFields } from './types.ts';

/**
 * Starts the card fields of a payment form while its code is still loading, because the browser takes longest for the
 * process of their frames. A frame that moves is loaded again, so the payment form adds everything else around them.
 * Throws unsupported-page.
 */
export const earlyFields = (target: Element, config: InstanceConfig): EarlyFields => {
  requireSupportedPage(config.api);
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
  return { root, fields, events };
};
