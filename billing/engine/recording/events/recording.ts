import { authorizationNote } from '../../../domain/billing-info/authorization-note.ts';
import type { EventDraft, EventRecord } from '../../../domain/events/event.ts';
import { netDrafts } from '../../../domain/events/net-drafts.ts';
import { inReceivedOrder } from '../../../domain/events/order.ts';
import type { MailDraft } from '../../../domain/mail/facts.ts';
import { mailsOfEvents } from '../../../domain/mail/mails-of-events.ts';
import { noticeOfEmail, noticeOfMethod } from '../../../domain/mail/notices-of-changes.ts';
import { cancellationNote } from '../../../domain/subscriptions/cancellation-note.ts';
import type { Records } from '../../../ports/storage.ts';
import { readChargesAfterEnd } from '../../../queries/subscriptions/subscriptions.ts';
import type { Ids } from '../../../values/ids.ts';
import { queueMails } from '../mail/queue-mails.ts';
import { openSnapshots } from './snapshots.ts';
import { watchCause } from './watch-cause.ts';
import { writtenRecords } from './written.ts';

export interface EventRecorder {
  /** The records of the transaction, with which its events are said. */
  readonly records: Records;
  /** Appends the events that were said, and queues the mail that they call for. */
  append(): Promise<void>;
}

/**
 * Records the events of one transaction, which are said with `records.events.say` where they are caused. When the
 * transaction ends, they are appended with their snapshots, part by part, in the order in which receivers are told.
 *
 * @param causedBy the correlation id of what causes the transaction, if nothing that it writes says so
 */
export const recordEvents = (
  original: Records,
  { ids }: { readonly ids: Ids },
  causedBy: string | undefined,
): EventRecorder => {
  const parts: EventDraft[][] = [[]];
  const { records: watched, written } = writtenRecords(original);
  const { records: caused, cause } = watchCause(watched, causedBy);

  const records: Records = {
    ...caused,
    events: {
      ...original.events,
      say(...drafts) {
        parts.at(-1)?.push(...drafts);
      },
      endPart() {
        parts.push([]);
      },
    },
  };

  const noteAuthorizations = async (said: readonly EventDraft[]): Promise<void> => {
    for (const draft of said) {
      const message = draft.type === 'billing_info_updated' && authorizationNote(draft.before, draft.billing_info);
      if (!message) continue;
      const { account_id, bank_account_authorized_at, updated_at } = draft.billing_info;
      const created_at = bank_account_authorized_at ?? updated_at;
      await original.notes.add({ id: ids.uuid(), account_id, actor: cause().actor, message, created_at });
    }
  };

  /**
   * A cancellation, and the end of a subscription that its customer could not cancel because it was paused. One that
   * the merchant ends has been noted when the customer canceled it.
   */
  const noteCancellations = async (said: readonly EventDraft[]): Promise<void> => {
    for (const draft of said) {
      if (draft.type !== 'canceled_subscription' && draft.type !== 'expired_subscription') continue;
      const { account_id, canceled_at, plan_name } = draft.subscription;
      const said = draft.type === 'canceled_subscription' ? draft.subscription : draft.said;
      const message = said && cancellationNote({ ...said, plan_name });
      if (!message || canceled_at === null) continue;
      await original.notes.add({
        ...{ id: ids.uuid(), account_id, actor: cause().actor, message },
        created_at: canceled_at,
      });
    }
  };

  return {
    records,
    async append() {
      const said = parts.flat();
      if (said.length === 0) return;
      await noteAuthorizations(said);
      await noteCancellations(said);
      const { correlation } = cause();
      const drafts = netDrafts(parts).flatMap(inReceivedOrder);
      const snapshots = openSnapshots(original, written);
      const events: EventRecord[] = [];
      for (const draft of drafts) {
        const found = await snapshots.eventOf(draft);
        // Ids follow the order of delivery.
        if (found) events.push({ ...found, id: ids.uuid(), type: found.event.type, correlation });
      }
      const at = events.at(-1)?.at;
      if (at === undefined) return;
      await original.events.appendAll(events);
      const mails = [...(await withCharges(original, events)), ...noticesOf(drafts, events)];
      await queueMails(original, { ids }, mails, { at, correlation });
    },
  };
};

/** Mail to the address that an account had before: it was replaced, or another payment method is on file. */
const noticesOf = (drafts: readonly EventDraft[], events: readonly EventRecord[]): MailDraft[] => {
  const emails = new Map<string | null, string | null>();
  for (const { account_id, event } of events) if ('account' in event) emails.set(account_id, event.account.email);
  const ofAccounts = drafts.flatMap((draft) => {
    if (draft.type !== 'updated_account') return [];
    emails.set(draft.account.id, draft.before.email ?? draft.account.email);
    return noticeOfEmail(draft.before, draft.account);
  });
  const ofMethods = drafts.flatMap((draft) =>
    draft.type === 'billing_info_updated'
      ? noticeOfMethod(draft.before, draft.billing_info, emails.get(draft.billing_info.account_id))
      : [],
  );
  return [...ofAccounts, ...ofMethods];
};

/** Returns the mail of events; that about a cancellation lists the remaining charges. */
const withCharges = (records: Records, events: readonly EventRecord[]): Promise<MailDraft[]> =>
  Promise.all(
    mailsOfEvents(events).map(async (draft): Promise<MailDraft> => {
      if (draft.kind !== 'subscription_canceled') return draft;
      const canceled = events.find(
        ({ event }) =>
          event.type === 'canceled_subscription' && event.subscription.uuid === draft.facts.subscription_id,
      )?.event;
      if (!canceled || !('subscription' in canceled)) return draft;
      const charges = await readChargesAfterEnd(records, canceled.subscription);
      return { ...draft, facts: { ...draft.facts, charges } };
    }),
  );
