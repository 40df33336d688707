import { endOfCard } from '../../../domain/mail/reminders.ts';
import type { Storage } from '../../../ports/storage.ts';
import type { World } from '../../../ports/world.ts';
import { siteTime } from '../../../resources/site.ts';
import { queueMails } from '../../recording/mail/queue-mails.ts';
import type { DueEntry } from './kind.ts';

/**
 * Cards that expire: 30 days ahead their holders are asked for the new one, if the account has a subscription that will
 * be charged. In production a card that has expired meanwhile, during an outage, is not announced.
 */
export const cardReminders = ({ storage, world }: { readonly storage: Storage; readonly world: World }): DueEntry => ({
  next: ({ paymentMethods }, until, limit) => paymentMethods.cardsToRemind(until, limit),
  run: (caller, { id }) =>
    storage.transaction(caller.site.id, async (records) => {
      const info = await records.paymentMethods.byId(id);
      if (!info?.year || !info.month) return;
      await records.paymentMethods.markReminded(id);
      const { account_id, uuid, year, month, card_type, last_four, type } = info;
      if (caller.site.mode === 'production' && endOfCard(year, month) <= siteTime(caller.site, world.clock)) return;
      const account = await records.accounts.byId(account_id);
      if (!account?.email || account.state !== 'active') return;
      const live = await records.subscriptions.paidBy(account_id);
      const isCharged = live.some(
        ({ state, collection_method }) => state !== 'canceled' && collection_method === 'automatic',
      );
      if (!isCharged) return;
      const facts = {
        card_type: card_type ?? null,
        last_four: last_four ?? null,
        type: type ?? null,
        year,
        month,
        billing_info_uuid: uuid,
      };
      const draft = { kind: 'card_expiring', account_id, recipient: account.email, facts } as const;
      await queueMails(records, world, [draft], caller);
    }),
});
