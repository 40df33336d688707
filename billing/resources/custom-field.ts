import { editable, required, text } from './field.ts';
import { resource } from './resource.ts';

/** A value for a field that the site defined. Empty deletes it. */
export const customField = resource('custom_field', {
  name: required(editable(text(50))),
  value: editable(text()),
});
