import { country, editable, omittedWhenAbsent, personal, phone, text } from './field.ts';
import { resource } from './resource.ts';

/** The fields of every address that follow the names it is addressed to. */
export const postalFields = {
  address1: personal(editable(text())),
  address2: personal(editable(text())),
  city: personal(editable(text())),
  state: personal(editable(text())),
  zip: personal(editable(text(50))),
  country: editable(country()),
  phone: personal(editable(phone())),
};

/** A postal or billing address, with the name that it is addressed to. An update replaces the whole address. */
export const address = resource(
  'address',
  {
    first_name: personal(omittedWhenAbsent(editable(text()))),
    last_name: personal(omittedWhenAbsent(editable(text()))),
    name_on_account: personal(omittedWhenAbsent(editable(text()))),
    company: omittedWhenAbsent(editable(text())),
    ...postalFields,
  },
  { ignored: ['geo_code'] },
);
