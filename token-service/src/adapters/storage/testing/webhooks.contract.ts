import type { EventRecord } from '@service/billing/domain/events/event.ts';
import { newDelivery, type WebhookNotification } from '@service/billing/domain/webhooks/delivery.ts';
import type { WebhookEndpoint } from '@service/billing/domain/webhooks/endpoint.ts';
import { sampleAccount } from '@service/billing/domain/webhooks/samples/records.ts';
import type { Records } from '@service/billing/ports/storage.ts';
import { idsFrom } from '@service/billing/values/ids.ts';
import { describe, expect, test } from 'vitest';
import type { Ground } from '../storage.contract.ts';
import { aSite, id, NOON } from './samples.ts';

const NOW = NOON * 1000;

const anEndpoint = (n: number, changes: Partial<WebhookEndpoint> = {}): WebhookEndpoint => ({
  id: id(n),
  url: 'https://shop.example/hook',
  types: null,
  legacy_invoices: false,
  pause_reason: null,
  has_basic_auth: false,
  header_names: [],
  sealed_secrets: 'c2VhbGVk',
  previous_secret_until_ms: null,
  created_at_ms: NOW,
  updated_at_ms: NOW,
  ...changes,
});
const anEvent = (n: number): EventRecord => ({
  id: id(n),
  at: NOON,
  type: 'new_account',
  account_id: id(n),
  correlation: null,
  event: { type: 'new_account', account: sampleAccount },
});
const aNotification = (n: number, changes: Partial<WebhookNotification> = {}): WebhookNotification => ({
  id: id(n),
  event_id: id(n),
  type: 'new_account',
  account_id: null,
  correlation: null,
  body: '<a/>',
  created_at_ms: NOW,
  ...changes,
});
const aDelivery = (n: number, endpoint: number, notification: number, sequence: number) =>
  newDelivery({ id: id(n), endpoint_id: id(endpoint), notification_id: id(notification) }, sequence, NOW, false);

/** Webhook endpoints, the queue of events and deliveries, on every engine. */
export const webhooksBehave = (ground: () => Ground): void => {
  const siteOf = async (n: number) => {
    await ground().open.sites.add(aSite(n));
    return ground().open.storage.of(id(n));
  };
  const inSite = <T>(n: number, work: (records: Records) => Promise<T>) =>
    ground().open.storage.transaction(id(n), work);

  describe('webhook endpoints', () => {
    test('are stored, changed and removed with their deliveries, at their own site only', async () => {
      const { webhookEndpoints, webhookDeliveries } = await siteOf(9700);
      const endpoint = anEndpoint(9701, {
        types: ['new_account'],
        header_names: ['X-Token'],
        previous_secret_until_ms: NOW + 5,
      });
      await webhookEndpoints.add(endpoint);
      await webhookEndpoints.add(anEndpoint(9702));
      expect(await webhookEndpoints.all()).toEqual([endpoint, anEndpoint(9702)]);
      expect(await ground().of(2).webhookEndpoints.find(id(9701))).toBeUndefined();
      const sites = await ground().open.sites.withWebhooks();
      expect(sites.map((site) => site.id)).toContain(id(9700));
      expect(sites.map((site) => site.id)).not.toContain(ground().siteId(3));

      const isFailing = (since: number) => webhookEndpoints.isFailing(since);
      expect(await isFailing(NOW)).toBe(false);
      await webhookEndpoints.setFailingSince(id(9701), NOW - 1);
      expect([await isFailing(NOW - 1), await isFailing(NOW - 2)]).toEqual([true, false]);
      await webhookEndpoints.setFailingSince(id(9701), null);
      await webhookEndpoints.save({ ...endpoint, pause_reason: 'failing' });
      expect(await isFailing(0)).toBe(true);
      await webhookEndpoints.save(endpoint);

      const paused = { ...endpoint, types: null, pause_reason: 'gone' } as const;
      await webhookEndpoints.save(paused);
      expect(await webhookEndpoints.find(id(9701))).toEqual(paused);
      expect(await webhookEndpoints.failingSince(id(9701))).toBeNull();
      await webhookEndpoints.setFailingSince(id(9701), NOW);
      expect(await webhookEndpoints.failingSince(id(9701))).toBe(NOW);

      await webhookDeliveries.addNotifications([aNotification(9703)]);
      await webhookDeliveries.add([aDelivery(9704, 9701, 9703, 1), aDelivery(9705, 9702, 9703, 1)]);
      await ground().of(2).webhookEndpoints.remove(id(9701));
      expect(await webhookDeliveries.find(id(9704))).toBeDefined();
      await webhookEndpoints.remove(id(9701));
      expect(await webhookDeliveries.find(id(9704))).toBeUndefined();
      expect((await webhookDeliveries.list({}, 10)).map((delivery) => delivery.id)).toEqual([id(9705)]);
      expect(await webhookEndpoints.failingSince(id(9701))).toBeNull();
    });

    test('are leased to one process, which renews, until it releases or the lease ends', async () => {
      const { webhookEndpoints } = await siteOf(9710);
      ground().clock.at = NOW;
      const claim = (holder: string, until: number) => webhookEndpoints.claim('endpoint', holder, until);
      expect(await claim('one', NOW + 1000)).toBe(true);
      expect(await claim('two', NOW + 1000)).toBe(false);
      expect(await claim('one', NOW + 2000)).toBe(true);
      ground().clock.at = NOW + 2000;
      expect(await claim('two', NOW + 3000)).toBe(true);
      await webhookEndpoints.release('endpoint', 'one');
      expect(await claim('one', NOW + 9000)).toBe(false);
      await webhookEndpoints.release('endpoint', 'two');
      expect(await claim('one', NOW + 9000)).toBe(true);
      ground().clock.at = NOW;
    });
  });

  describe('the queue of events', () => {
    test('takes events from operations only, which say them in the order of their parts', () => {
      const { events } = ground().of(1);
      expect(() => events.say()).toThrow();
      expect(() => events.endPart()).toThrow();
    });

    test('has the events of transactions that committed, in order, from when the site has an endpoint; each is taken once', async () => {
      const { webhookEndpoints, webhookDeliveries } = await siteOf(9720);
      await inSite(9720, ({ events }) => events.appendAll([anEvent(9721)]));
      expect(await webhookDeliveries.waiting(10)).toEqual([]);

      await webhookEndpoints.add(anEndpoint(9722));
      await inSite(9720, ({ events }) => events.appendAll([anEvent(9724)]));
      await inSite(9720, ({ events }) => events.appendAll([anEvent(9723), anEvent(9725)]));
      const undone = inSite(9720, async ({ events }) => {
        await events.appendAll([anEvent(9726)]);
        throw new Error('undone');
      });
      await expect(undone).rejects.toThrow('undone');
      expect(await webhookDeliveries.waiting(2)).toEqual([anEvent(9723), anEvent(9724)]);
      const names = [9723, 9724, 9726].map(id);
      expect((await webhookDeliveries.take(names)).toSorted()).toEqual([id(9723), id(9724)]);
      expect(await webhookDeliveries.take(names)).toEqual([]);
      expect((await webhookDeliveries.waiting(10)).map((event) => event.id)).toEqual([id(9725)]);
      expect(await ground().of(2).webhookDeliveries.waiting(10)).toEqual([]);
    });

    test('events are found by the time in their ids', async () => {
      const { events } = await siteOf(9730);
      const at = (milliseconds: number) => ({ ...anEvent(1), id: `${idsFrom(milliseconds)}70008000000000000000` });
      await events.appendAll([at(NOW), at(NOW + 1), at(NOW + 2)]);
      const found = await events.between(idsFrom(NOW), NOW + 2, 10);
      expect(found.map((event) => event.id)).toEqual([at(NOW).id, at(NOW + 1).id]);
      expect(await events.between(at(NOW).id, NOW + 2, 10)).toHaveLength(1);
      const idsAfter = async (after: string | undefined, limit: number) =>
        (await events.after(after, limit)).map((event) => event.id);
      expect(await idsAfter(undefined, 1)).toEqual([at(NOW).id]);
      expect(await idsAfter(at(NOW).id, 9)).toEqual([at(NOW + 1).id, at(NOW + 2).id]);
    });
  });

  describe('deliveries', () => {
    test('are read in order, saved, retried, paused and listed', async () => {
      const { webhookEndpoints, webhookDeliveries } = await siteOf(9740);
      await webhookEndpoints.add(anEndpoint(9741));
      await webhookDeliveries.addNotifications([aNotification(9742), aNotification(9743, { event_id: id(9742) })]);
      // A notification stays as it was first.
      await webhookDeliveries.addNotifications([aNotification(9742, { body: '<other/>' })]);
      expect((await webhookDeliveries.notificationsOf(id(9742))).map(({ body }) => body)).toEqual(['<a/>', '<a/>']);
      const [one, two] = [aDelivery(9745, 9741, 9742, 1), aDelivery(9744, 9741, 9743, 2)];
      await webhookDeliveries.add([two, one]);
      await expect(
        inSite(9740, (records) => records.webhookDeliveries.add([aDelivery(9746, 9741, 9742, 3)])),
      ).rejects.toThrow();

      const pending = async (after: number) =>
        (await webhookDeliveries.pending(id(9741), after, 10)).map((delivery) => delivery.id);
      expect(await pending(0)).toEqual([one.id, two.id]);
      expect(await pending(1)).toEqual([two.id]);
      expect(await webhookDeliveries.toEndpoint(id(9741), id(9742))).toEqual({
        ...one,
        notification: aNotification(9742),
      });

      const attempt = { at: NOW, milliseconds: 3, status: 500, error: null, response: 'no' };
      const retrying = {
        ...one,
        state: 'retrying',
        attempts: 1,
        next_attempt_at_ms: NOW + 10,
        log: [attempt],
      } as const;
      await webhookDeliveries.save(retrying);
      expect(await pending(0)).toEqual([two.id]);
      expect(await webhookDeliveries.retries(id(9741), NOW + 9, 10)).toEqual([]);
      expect(await webhookDeliveries.retries(id(9741), NOW + 10, 10)).toEqual([
        { ...retrying, notification: aNotification(9742) },
      ]);
      expect(await webhookDeliveries.nextRetry(id(9741))).toBe(NOW + 10);

      await webhookDeliveries.pause(id(9741));
      expect(await webhookDeliveries.nextRetry(id(9741))).toBeUndefined();
      const listed = async (state?: 'paused' | 'delivered' | 'undelivered') =>
        (await webhookDeliveries.list(state ? { state } : {}, 10)).map((delivery) => delivery.id);
      expect(await listed('paused')).toEqual([one.id, two.id]);
      expect((await webhookDeliveries.list({ before: one.id }, 10)).map((delivery) => delivery.id)).toEqual([two.id]);
      expect(await webhookDeliveries.list({ state: 'paused', before: two.id }, 10)).toEqual([]);
      expect(await webhookDeliveries.count({})).toBe(2);
      expect(await webhookDeliveries.count({ state: 'paused' })).toBe(2);
      expect(await webhookDeliveries.count({ state: 'delivered' })).toBe(0);
      expect(await webhookDeliveries.count({ endpoint_id: id(9741), state: 'paused' })).toBe(2);
      expect(await webhookDeliveries.count({ endpoint_id: id(9799) })).toBe(0);
      expect(await webhookDeliveries.list({ endpoint_id: id(9741) }, 10)).toHaveLength(2);
      await webhookDeliveries.save({ ...two, state: 'delivered', delivered_at_ms: NOW });
      expect(await listed('delivered')).toEqual([two.id]);
      expect(await listed()).toEqual([one.id, two.id]);
      expect(await webhookDeliveries.retryAll(id(9741), NOW)).toBe(1);
      expect(await webhookDeliveries.nextRetry(id(9741))).toBe(NOW);
      // One that waits for a retry is due at once too.
      expect([await webhookDeliveries.count({ state: 'undelivered' }), await listed('undelivered')]).toEqual([
        1,
        [one.id],
      ]);
      expect(await webhookDeliveries.count({ endpoint_id: id(9741), state: 'undelivered' })).toBe(1);
      expect(await webhookDeliveries.retryAll(id(9741), NOW - 1)).toBe(1);
      expect(await webhookDeliveries.nextRetry(id(9741))).toBe(NOW - 1);
    });

    test('and events that no process is at are found once they have been due for long enough', async () => {
      const { webhookEndpoints, webhookDeliveries } = await siteOf(9760);
      const late = (at = NOW) => webhookDeliveries.isUnattended(at, NOW);
      const event = { ...anEvent(9761), id: `${idsFrom(NOW - 1)}70008000000000000000` };
      await webhookEndpoints.add(anEndpoint(9762));
      expect(await late()).toBe(false);
      await inSite(9760, ({ events }) => events.appendAll([event]));
      expect([await late(), await late(NOW - 1)]).toEqual([true, false]);
      // A process holds the endpoint, and the lease ends.
      await webhookEndpoints.claim(id(9762), 'one', NOW + 1);
      expect(await late()).toBe(false);
      await webhookEndpoints.release(id(9762), 'one');
      expect(await late()).toBe(true);
      await webhookDeliveries.take([event.id]);
      expect(await late()).toBe(false);

      const delivery = aDelivery(9763, 9762, 9764, 1);
      await webhookDeliveries.addNotifications([aNotification(9764)]);
      await webhookDeliveries.add([delivery]);
      expect([await late(), await late(NOW - 1)]).toEqual([true, false]);
      await webhookDeliveries.save({ ...delivery, state: 'retrying', attempts: 1, next_attempt_at_ms: NOW + 10 });
      expect([await late(), await late(NOW + 10)]).toEqual([false, true]);
      await webhookEndpoints.save(anEndpoint(9762, { pause_reason: 'operator' }));
      expect(await late(NOW + 10)).toBe(false);
      await webhookEndpoints.save(anEndpoint(9762));
      await webhookDeliveries.save({ ...delivery, state: 'failed', attempts: 1, next_attempt_at_ms: null });
      expect(await late(NOW + 10)).toBe(false);
      // Without an endpoint nothing is sent, also of what is still in the queue.
      await inSite(9760, ({ events }) =>
        events.appendAll([{ ...event, id: `${idsFrom(NOW - 2)}70008000000000000000` }]),
      );
      expect(await late()).toBe(true);
      await webhookEndpoints.remove(id(9762));
      expect(await late()).toBe(false);
    });

    test('and notifications of before a moment are swept, at most so many at once', async () => {
      const { webhookDeliveries } = await siteOf(9750);
      const old = { ...aDelivery(9751, 9752, 9753, 1), id: `${idsFrom(NOW - 1)}70008000000000000000` };
      const young = { ...aDelivery(9754, 9752, 9755, 2), id: `${idsFrom(NOW)}70008000000000000000` };
      const sample = aNotification(9755, { event_id: null });
      await webhookDeliveries.addNotifications([aNotification(9753, { created_at_ms: NOW - 1 }), sample]);
      await webhookDeliveries.add([old, young]);
      expect(await webhookDeliveries.samplesAfter(id(9753))).toEqual([sample]);
      expect(await webhookDeliveries.samplesAfter(id(9755))).toEqual([]);
      expect(await ground().of(2).webhookDeliveries.sweep(NOW, 10)).toBe(0);
      expect(await webhookDeliveries.sweep(NOW, 1)).toBe(2);
      expect(await webhookDeliveries.sweep(NOW, 10)).toBe(0);
      expect((await webhookDeliveries.list({}, 10)).map((delivery) => delivery.id)).toEqual([young.id]);
    });
  });
};
