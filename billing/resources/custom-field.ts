import { editable, required, text } from './field.ts';
import { resource } from './resource.ts';

/** A value for a field that the site defined (reference "resources", section 2.3). Empty deletes it. */
export const customField = resource('custom_field', {
  name: required(editable(text(50))),
  value: editable(text()),
});
