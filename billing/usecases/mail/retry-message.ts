import { MAIL_PATIENCE } from '../../domain/mail/retry.ts';
import type { OutboxMessage } from '../../domain/outbox/message.ts';
import { auditEntry } from '../../engine/recording/audit-entry.ts';
import type { Caller } from '../../ports/caller.ts';
import type { Storage } from '../../ports/storage.ts';
import type { World } from '../../ports/world.ts';
import { needMessage } from '../../queries/messages/mail.ts';
import { Failure } from '../../values/failure.ts';

/**
 * Queues a message again that bounced, failed, was skipped or kept, as if it had never been tried. Throws `not_found`,
 * and
 * `precondition_failed` for one that was delivered or is queued.
 */
export const retryMessage =
  ({ storage, world }: { readonly storage: Storage; readonly world: World }) =>
  (caller: Caller, id: string): Promise<OutboxMessage> =>
    storage.transaction(caller.site.id, async (records) => {
      const message = await needMessage(records, id);
      if (message.status === 'delivered' || message.status === 'queued') {
        throw new Failure('precondition_failed', { what: `The message is ${message.status}.` });
      }
      const now = world.clock.now();
      const again: OutboxMessage = {
        ...message,
        status: 'queued',
        attempts: 0,
        next_attempt_at_ms: now,
        give_up_at_ms: now + MAIL_PATIENCE,
        ended_at_ms: null,
        error: null,
      };
      await records.outbox.requeue(again);
      await records.auditLog.append(auditEntry(world, caller, 'message.retried', id));
      return again;
    });
