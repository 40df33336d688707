import { addressOrder, addressOrders, type FormattedAddressPart } from '../../../documents/address-format.ts';
import { html, type Markup } from '../../../documents/html.ts';

/** The parts as browsers fill them in. */
export const AUTOCOMPLETE: Readonly<Record<FormattedAddressPart, string>> = {
  address1: 'address-line1',
  address2: 'address-line2',
  city: 'address-level2',
  state: 'address-level1',
  zip: 'postal-code',
};

/**
 * Renders the fields of an address in the order of its country. The script of the page moves them when another country
 * is chosen; without it they stay as they are.
 */
export const addressParts = (
  country: string | null | undefined,
  field: (part: FormattedAddressPart) => Markup,
): Markup =>
  html`<div class="address-parts" data-orders="${JSON.stringify({ '': addressOrder(''), ...addressOrders() })}">
${addressOrder(country).map((part) => html`<div data-part="${part}">${field(part)}</div>\n`)}</div>`;
