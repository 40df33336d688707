import { code, digits, maybe, oneOf, text, time } from './field.ts';
import { resource } from './resource.ts';
import type { Infer } from './schema.ts';

/** The records that can have custom fields. */
export const RELATED_TYPES = ['account', 'item', 'plan', 'subscription', 'charge'] as const;
export type RelatedType = (typeof RELATED_TYPES)[number];

/** The access that people have to the values of a field outside of the API. */
export const USER_ACCESS = ['api_only', 'read_only', 'write', 'set_only'] as const;

/** A custom field of a kind of record. Operators define it. */
export const customFieldDefinition = resource('custom_field_definition', {
  id: digits(),
  related_type: oneOf(RELATED_TYPES),
  name: code(50),
  user_access: oneOf(USER_ACCESS),
  display_name: maybe(text(50)),
  tooltip: maybe(text(255)),
  created_at: time(),
  updated_at: time(),
  deleted_at: maybe(time()),
});

export type CustomFieldDefinition = Infer<typeof customFieldDefinition>;
