import type { MailDraft } from '../../../domain/mail/facts.ts';
import type { Records } from '../../../ports/storage.ts';
import type { Ids } from '../../../values/ids.ts';
import type { Seconds } from '../../../values/time.ts';

/** Queues mail to customers in the transaction that causes it, dated with its moment. */
export const queueMails = async (
  { outbox }: Pick<Records, 'outbox'>,
  { ids }: { readonly ids: Pick<Ids, 'uuid'> },
  drafts: readonly MailDraft[],
  { at, correlation }: { readonly at: Seconds; readonly correlation: string | null },
): Promise<void> => {
  if (drafts.length === 0) return;
  await outbox.queueAll(
    drafts.map(({ kind, recipient, account_id, facts }) => ({
      id: ids.uuid(),
      kind,
      recipient,
      account_id,
      correlation: correlation ?? '',
      caused_at: at,
      payload: { ...facts },
    })),
  );
};
