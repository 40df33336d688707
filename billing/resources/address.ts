import { country, editable, personal, phone, text } from './field.ts';
import { resource } from './resource.ts';

/** A postal or billing address. An update replaces the whole address. */
export const address = resource('address', {
  address1: personal(editable(text())),
  address2: personal(editable(text())),
  city: personal(editable(text())),
  state: personal(editable(text())),
  zip: personal(editable(text(50))),
  country: editable(country()),
  phone: personal(editable(phone())),
});
