import { auditEntry } from '../../engine/recording/audit-entry.ts';
import { queueMails } from '../../engine/recording/mail/queue-mails.ts';
import type { Caller } from '../../ports/caller.ts';
import type { Storage } from '../../ports/storage.ts';
import type { World } from '../../ports/world.ts';
import { needOpenAccount } from '../../queries/accounts/accounts.ts';
import { Failure } from '../../values/failure.ts';

/**
 * Queues mail with the link to an account's pages, and returns the address it goes to. Throws `not_found`,
 * `account_closed`, and `precondition_failed` for an account without an email address.
 */
export const sendAccountLink =
  ({ storage, world }: { readonly storage: Storage; readonly world: World }) =>
  (caller: Caller, account_code: string): Promise<string> =>
    storage.transaction(caller.site.id, async (records) => {
      const { id: account_id, email: recipient } = await needOpenAccount(records, account_code);
      if (!recipient) throw new Failure('precondition_failed', { what: 'The account has no email address.' });
      const draft = { kind: 'account_link', account_id, recipient, facts: {} } as const;
      await queueMails(records, world, [draft], caller);
      await records.auditLog.append(auditEntry(world, caller, 'account.link_sent', account_code));
      return recipient;
    });
