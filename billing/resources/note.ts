import { link, text, time } from './field.ts';
import { resource } from './resource.ts';
import type { Infer } from './schema.ts';

/** A note by an operator about an account. Read-only in the API. */
export const note = resource('note', {
  account: link(),
  message: text(2000),
  created_at: time(),
});

export type Note = Infer<typeof note>;
