import { country, editable, omittedWhenAbsent, personal, phone, text } from './field.ts';
import { resource } from './resource.ts';

/** A postal or billing address, with the name that it is addressed to. An update replaces the whole address. */
export const address = resource(
  'address',
  {
    first_name: personal(omittedWhenAbsent(editable(text()))),
    last_name: personal(omittedWhenAbsent(editable(text()))),
    name_on_account: personal(omittedWhenAbsent(editable(text()))),
    company: omittedWhenAbsent(editable(text())),
    address1: personal(editable(text())),
    address2: personal(editable(text())),
    city: personal(editable(text())),
    state: personal(editable(text())),
    zip: personal(editable(text(50))),
    country: editable(country()),
    phone: personal(editable(phone())),
  },
  { ignored: ['geo_code'] },
);
