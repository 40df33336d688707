import { link, text, time } from './field.ts';
import { resource } from './resource.ts';
import type { Infer } from './schema.ts';

/** What an operator wrote down about an account (reference "resources", section 2.5). Read-only in the API. */
export const note = resource('note', {
  account: link(),
  message: text(2000),
  created_at: time(),
});

export type Note = Infer<typeof note>;
