import type { OutboxMessage } from '../../domain/outbox/message.ts';
import { auditEntry } from '../../engine/recording/audit-entry.ts';
import type { Caller } from '../../ports/caller.ts';
import type { Storage } from '../../ports/storage.ts';
import type { World } from '../../ports/world.ts';
import { findMailContent, needMessage } from '../../queries/messages/mail.ts';
import { emailKind, isFault } from '../../resources/kind.ts';
import { isMailKind } from '../../resources/mail-kind.ts';
import { LATEST } from '../../resources/version.ts';
import { Failure, type Issue, refuse } from '../../values/failure.ts';

/**
 * Queues a message once more as a new one, whatever became of it: to the same address, or to another one, and about
 * records as they are now. Only mail to the address of its account has links that sign in. Returns the new message.
 * Throws `not_found`, `Invalid`, and `precondition_failed` for a kind that the site has turned off and for a message
 * whose records are gone.
 */
export const sendMessageAgain =
  ({ storage, world }: { readonly storage: Storage; readonly world: World }) =>
  (caller: Caller, id: string, to?: string): Promise<OutboxMessage> =>
    storage.transaction(caller.site.id, async (records) => {
      const message = await needMessage(records, id);
      const recipient = to?.trim() ?? message.recipient;
      if (recipient !== message.recipient) refuse(addressIssues(recipient));
      const { kind, account_id, payload, is_copy } = message;
      if (isMailKind(kind) && caller.site.mail_off.includes(kind))
        throw new Failure('precondition_failed', { what: TURNED_OFF });
      if (!(await findMailContent({ storage: { of: () => records }, world })(caller.site, message)))
        throw new Failure('precondition_failed', { what: 'What this message is about is gone.' });
      const again = {
        ...{ id: world.ids.uuid(), kind, recipient, account_id, payload, is_copy },
        correlation: caller.correlation,
        caused_at: caller.at,
      };
      await records.outbox.queue(again);
      // The addresses are in the messages, from which they can be erased.
      const changes = { sent_again_as: { from: id, to: again.id } };
      await records.auditLog.append(auditEntry(world, caller, 'message.sent_again', again.id, changes));
      return needMessage(records, again.id);
    });

const TURNED_OFF = 'The site has turned this kind of mail off. Turn it on in the settings first.';

const addressIssues = (address: string): Issue[] => {
  if (address === '') return [{ field: 'message.recipient', symbol: 'blank' }];
  const fault = emailKind().check?.(address, LATEST);
  return isFault(fault) ? [{ field: 'message.recipient', ...fault }] : [];
};
