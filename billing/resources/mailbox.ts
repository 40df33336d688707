import { code, credential, derived, list, noted, oneOf, personal, text, time } from './field.ts';
import { MAIL_KINDS } from './mail-kind.ts';
import { resource } from './resource.ts';
import type { Infer } from './schema.ts';

/** The longest text that a response carries. */
const LONGEST = 1_000_000;

/** A message of a sandbox site, as its reader gets it. */
export const mail = resource('mail', {
  id: derived(code(32)),
  kind: derived(oneOf(MAIL_KINDS)),
  status: noted('kept: read it here; the site has no mail server, or has sent enough.', derived(text(20))),
  to: personal(derived(text())),
  subject: personal(derived(text())),
  queued_at: derived(time()),
  // They contain links that sign in, and codes of gift cards.
  text: credential(personal(derived(text(LONGEST)))),
  html: credential(personal(derived(text(LONGEST)))),
});

/** The latest mail of an account, newest first. Sandbox sites only. */
export const mailbox = resource('mailbox', {
  mails: derived(list(() => mail)),
});

export type Mail = Infer<typeof mail>;
