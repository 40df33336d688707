import { actorName } from '@service/billing/domain/audit-log/actor-name.ts';
import type { EventRecord } from '@service/billing/domain/events/event.ts';
import { newDelivery } from '@service/billing/domain/webhooks/delivery.ts';
import { sampleAccount } from '@service/billing/domain/webhooks/samples/records.ts';
import { findKeyNames } from '@service/billing/queries/access/key-names.ts';
import { type TimelineQuery, timeline } from '@service/billing/queries/accounts/timeline.ts';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Ground } from '../storage.contract.ts';
import { aKey, aMessage, anAccount, aSite, aTransaction, id, NOON } from './samples.ts';
import { anAdjustment, anInvoice, aSubscription } from './selling-samples.ts';

/** The stream of what happened to an account, with real SQL of each engine. */
export const timelineIsRead = (ground: () => Ground): void => {
  const site = aSite(920, { mode: 'production' });
  const account = anAccount(9701);
  const neighbour = anAccount(9702);
  const key = aKey(9703, site, { name: 'shop server', kind: 'private' });

  const event = (n: number, type: EventRecord['type'], about: object, account_id = account.id): EventRecord => ({
    id: id(n),
    at: NOON + n,
    type,
    account_id,
    correlation: 'request-1',
    event: { type, account: sampleAccount, ...about } as EventRecord['event'],
  });
  const entry = (n: number, action: string, subject: string, actor = 'worker') => ({
    id: id(n),
    at: NOON + n,
    actor,
    correlation: 'request-1',
    action,
    subject,
    address: null,
    changes: null,
  });

  const records = () => ground().open.storage.of(site.id);
  const read = (query: Partial<TimelineQuery> = {}) =>
    timeline({ storage: ground().open.storage })({ site }, account.account_code, { limit: 50, ...query });
  const lines = (page: Awaited<ReturnType<typeof read>>) =>
    page.entries.map(({ kind, what, subject }) => `${kind} ${what} ${subject?.kind} ${subject?.id.replace(/^0+/, '')}`);

  const EVERYTHING = [
    'note note note 2614',
    `audit invoice.edited invoice FR9707`,
    'audit adjustment.created adjustment 25ee',
    'audit refund.failed payment 25f0',
    'audit subscription.paused subscription 25ec',
    'audit subscription.changed account customer-9701',
    'audit billing_info.stored account customer-9701',
    'audit account.updated account customer-9701',
    'mail receipt message 260a',
    'webhook new_account webhook_delivery 261e',
    'event new_account account verena',
    'event paid_charge_invoice invoice FR9707',
    'payment purchase.declined payment 25f0',
  ];

  describe('the timeline of an account', () => {
    beforeAll(async () => {
      await ground().open.sites.add(site);
      await ground().open.sites.addKey(key);
      for (const one of [account, neighbour]) await records().accounts.add(one);
      const invoice = anInvoice(9707, account, { invoice_number_prefix: 'FR' });
      await records().subscriptions.add(aSubscription(9708, account));
      await records().invoices.add(invoice);
      await records().adjustments.add(anAdjustment(9710, account));
      const declined = aTransaction(9712, account, {
        action: 'purchase',
        status: 'declined',
        invoice_id: invoice.uuid,
      });
      await records().transactions.add(declined);
      await ground().open.storage.transaction(site.id, async ({ events }) => {
        await events.appendAll([
          // The transaction says the same.
          { ...event(9713, 'failed_payment', { transaction: declined, paid_invoice: null }), at: declined.created_at },
          event(9714, 'paid_charge_invoice', { invoice, subscription_ids: [] }),
          event(9715, 'new_account', { account: { ...sampleAccount, account_code: 'verena' } }),
          event(9716, 'new_account', {}, neighbour.id),
        ]);
      });
      const notification = {
        event_id: id(9715),
        type: 'new_account',
        account_id: account.id,
        correlation: null,
        body: '<a/>',
        created_at_ms: 5000,
      } as const;
      await records().webhookDeliveries.addNotifications([
        { ...notification, id: id(9715) },
        // One whose endpoint has been removed.
        { ...notification, id: id(9717) },
      ]);
      const ids = { id: id(9758), endpoint_id: id(9718), notification_id: id(9715) };
      const attempt = { at: 1, milliseconds: 2, status: 500, error: null, response: null };
      await records().webhookDeliveries.add([
        { ...newDelivery(ids, 1, 5000, false), state: 'retrying', attempts: 1, log: [attempt] },
        newDelivery({ ...ids, id: id(9759), endpoint_id: id(9719) }, 1, 5000, false),
      ]);
      await records().outbox.queue({ ...aMessage(9738, 'receipt'), account_id: account.id });
      await records().outbox.queue({ ...aMessage(9739, 'receipt'), account_id: neighbour.id });
      for (const one of [
        entry(9741, 'account.updated', account.account_code, `key:${key.id}`),
        entry(9742, 'billing_info.stored', account.account_code),
        entry(9743, 'subscription.changed', account.account_code),
        entry(9744, 'subscription.paused', id(9708)),
        entry(9745, 'refund.failed', declined.uuid),
        entry(9746, 'adjustment.created', id(9710)),
        entry(9747, 'invoice.edited', 'FR9707'),
        entry(9747 + 1, 'account.updated', neighbour.account_code),
        entry(9749, 'plan.created', 'gold'),
        // The note says the same.
        entry(9750, 'note.added', account.account_code),
      ]) {
        await records().auditLog.append(one);
      }
      await records().notes.add({
        id: id(9748),
        account_id: account.id,
        actor: 'operator:ada@example.com',
        message: 'Called.',
        created_at: NOON,
      });
    });

    test('has every source, in the order in which they were recorded, and nothing of another account', async () => {
      const page = await read();
      expect(lines(page)).toEqual(EVERYTHING);
      expect(page.next).toBeUndefined();
    });

    test('is read page by page, each entry once, also those that share an id', async () => {
      const seen: string[] = [];
      let before: string | undefined;
      do {
        const page = await read({ limit: 1, before });
        expect(page.entries.length).toBeLessThanOrEqual(1);
        seen.push(...lines(page));
        before = page.next;
      } while (before);
      expect(seen).toEqual(EVERYTHING);
      await expect(read({ before: 'anything' })).rejects.toMatchObject({ symbol: 'invalid_cursor' });
    });

    test('of one kind has what others would repeat', async () => {
      expect(lines(await read({ kinds: ['event'] }))).toEqual([
        'event new_account account verena',
        'event paid_charge_invoice invoice FR9707',
        'event failed_payment payment 25f0',
      ]);
      expect((await read({ kinds: ['audit'] })).entries[0]).toMatchObject({ what: 'note.added' });
    });

    test('shows what happened, who did it, and how it ended', async () => {
      const { entries } = await read();
      const [note, , , , , , , updated, mail, webhook, , paid, payment] = entries;
      expect(note).toMatchObject({ actor: 'operator:ada@example.com', details: { message: 'Called.' } });
      const names = await findKeyNames({ sites: ground().open.sites, storage: ground().open.storage })(site);
      expect(actorName(updated?.actor ?? '', names)).toBe('API key shop server');
      expect(mail).toMatchObject({ details: { recipient: 'tech@example.com', status: 'queued', attempts: 0 } });
      expect(webhook).toMatchObject({
        at: NOON + 9715,
        details: {
          deliveries: [
            { id: id(9758), endpoint_id: id(9718), state: 'retrying', attempts: 1, status: 500 },
            { id: id(9759), endpoint_id: id(9719), state: 'pending', attempts: 0, status: null },
          ],
        },
      });
      expect(paid).toMatchObject({ details: { state: 'paid', currency: 'USD', amount_in_cents: 979 } });
      expect(payment).toMatchObject({
        details: { status: 'declined', error_code: 'insufficient_funds', error_category: 'soft', invoice: 'FR9707' },
      });
    });

    test('names keys that were revoked or replaced as they were called', async () => {
      const changed = (n: number, what: string, from: string | null, to: string | null, name?: object) => ({
        ...entry(n, `key.${what}`, String(to ?? from)),
        changes: { id: { from, to }, ...(name && { name: name as { from: unknown; to: unknown } }) },
      });
      await records().auditLog.append(changed(9760, 'revoked', 'old', null, { from: 'cron', to: null }));
      await records().auditLog.append(changed(9761, 'regenerated', 'older', key.id));
      const names = await findKeyNames({ sites: ground().open.sites, storage: ground().open.storage })(site);
      expect([names.get('old'), names.get('older'), names.get('none')]).toEqual(['cron', 'shop server', undefined]);
    });

    test('of an account that does not exist is not found', async () => {
      const other = timeline({ storage: ground().open.storage })({ site }, 'unknown', { limit: 5 });
      await expect(other).rejects.toMatchObject({ symbol: 'not_found' });
    });
  });
};
