import { changeEndpoint } from '@service/billing/usecases/webhooks/change-endpoint.ts';
import { replayEvents } from '@service/billing/usecases/webhooks/replay-events.ts';
import { retryDelivery } from '@service/billing/usecases/webhooks/retry-delivery.ts';
import { rotateSecret } from '@service/billing/usecases/webhooks/rotate-secret.ts';
import { Webhook } from 'standardwebhooks';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { renderNotification } from '../../src/documents/webhooks/document.ts';
import { fresh } from '../service.ts';
import { onBothEngines } from '../stories/engines.ts';
import { hook, OPERATOR, toolsOf, WITH_SECRETS } from './hooked.ts';
import { openReceiver, type Received, type Receiver } from './receiver.ts';

/** The behaviour of deliveries: retries, pauses, order, rotation and replay. */
onBothEngines(
  'a delivery',
  (service) => {
    let receiver: Receiver;
    let shop: Awaited<ReturnType<ReturnType<typeof service>['openSite']>>;
    let endpoint: Awaited<ReturnType<typeof hook>>;
    beforeEach(async () => {
      receiver = await openReceiver();
      shop = await service().openSite();
      endpoint = await hook(service(), receiver.url, { basic_auth: 'joe:geheim' }, shop.site.subdomain);
    });
    afterEach(() => receiver.close());

    const idle = () => service().service.webhooks?.idle();
    const after = async (seconds: number) => {
      service().clock.advance({ seconds });
      await idle();
    };
    const create = (code: string) =>
      shop.api('POST', '/v2/accounts', `<account><account_code>${code}</account_code></account>`);
    const deliveries = async () => (await shop.records().webhookDeliveries.list({}, 200)).toReversed();
    const verify = (secret: string, { body, headers }: Received) => {
      // The library compares the timestamp with the clock of this machine.
      vi.useFakeTimers({ toFake: ['Date'], now: service().clock.now() });
      try {
        new Webhook(secret).verify(body, headers as Record<string, string>);
      } catch (error) {
        // It parses the body as JSON once the signature has matched.
        if (!(error instanceof SyntaxError)) throw error;
      } finally {
        vi.useRealTimers();
      }
    };

    it('is signed, authenticated and recorded with its attempt', async () => {
      await create('ada');
      await idle();
      const [request] = receiver.received;
      expect(request?.headers).toMatchObject({
        authorization: `Basic ${Buffer.from('joe:geheim').toString('base64')}`,
        'content-type': 'application/xml; charset=utf-8',
        'x-notification-sequence': '1',
      });
      expect(request?.headers['x-notification-id']).toBe(request?.headers['webhook-id']);
      if (request) verify(endpoint.signing_secret, request);
      expect(await deliveries()).toMatchObject([
        { state: 'delivered', attempts: 1, log: [{ status: 204, error: null }], notification: { body: request?.body } },
      ]);
    });

    it('that fails is retried with the same id and content, and holds up no other', async () => {
      receiver.answer(({ body }) => (body.includes('>first<') ? 500 : 204));
      await create('first');
      await create('second');
      await idle();
      expect(receiver.received.map(({ headers }) => headers['x-notification-sequence'])).toEqual(['1', '2']);
      const rename = '<account><first_name>Grace</first_name></account>';
      await shop.api('PUT', '/v2/accounts/first', rename);
      await idle();
      receiver.answer(() => 204);
      await after(9);
      expect(receiver.received).toHaveLength(3);
      await after(1);
      const [one, , , again] = receiver.received;
      expect(again?.body).toBe(one?.body);
      expect(again?.headers['webhook-id']).toBe(one?.headers['webhook-id']);
      expect((await deliveries())[0]).toMatchObject({
        state: 'delivered',
        attempts: 2,
        log: [{ status: 500 }, { status: 204 }],
      });
    });

    it('is attempted eleven times within three days and an hour, and then when an operator asks for it', async () => {
      receiver.answer(() => undefined);
      await create('ada');
      await idle();
      for (let retry = 0; retry < 10; retry += 1) await after(10 + retry * 2 ** (retry + 5));
      await after(7 * 86_400);
      expect(receiver.received).toHaveLength(11);
      const [failed] = await deliveries();
      expect(failed).toMatchObject({ state: 'failed', attempts: 11, next_attempt_at_ms: null });
      receiver.answer(() => 200);
      await retryDelivery(toolsOf(service()))(OPERATOR, failed?.id ?? '');
      await idle();
      expect((await deliveries())[0]).toMatchObject({ state: 'delivered', attempts: 12 });
    });

    it('to an endpoint that is gone, or failed for five days, waits, and the technical contact is told', async () => {
      const records = () => shop.records();
      receiver.answer(() => 410);
      await create('gone');
      await idle();
      expect(await records().webhookEndpoints.find(endpoint.id)).toMatchObject({ pause_reason: 'gone' });
      await create('later');
      await idle();
      expect((await deliveries()).map(({ state, attempts }) => [state, attempts])).toEqual([
        ['paused', 1],
        ['paused', 0],
      ]);
      await changeEndpoint(toolsOf(service()))(OPERATOR, endpoint.id, { state: 'active' });
      receiver.answer(() => 503);
      await create('failing');
      await idle();
      await after(4 * 86_400);
      expect(await records().webhookEndpoints.find(endpoint.id)).toMatchObject({ pause_reason: null });
      await after(86_400);
      expect(await records().webhookEndpoints.find(endpoint.id)).toMatchObject({ pause_reason: 'failing' });
      const messages = (await records().outbox.list({}, 20)).filter(({ kind }) => kind === 'webhook_endpoint_paused');
      expect(messages.map(({ recipient, payload }) => [recipient, payload.reason]).toReversed()).toEqual([
        [shop.site.technical_contact, 'gone'],
        [shop.site.technical_contact, 'failing'],
      ]);
    });

    it('is signed with both secrets for 24 hours after a rotation, and then with the new one', async () => {
      const { signing_secret } = await rotateSecret(toolsOf(service()))(OPERATOR, endpoint.id);
      await create('ada');
      await idle();
      await after(24 * 3600);
      await create('grace');
      await idle();
      const [during, later] = receiver.received;
      if (!during || !later) throw new Error('not delivered');
      // The library rejects timestamps that are older than five minutes.
      service().clock.jump({ hours: -24 });
      for (const secret of [endpoint.signing_secret, signing_secret]) verify(secret, during);
      service().clock.jump({ hours: 24 });
      verify(signing_secret, later);
      expect(() => verify(endpoint.signing_secret, later)).toThrow(/No matching signature/);
    });

    it('is made again by a replay, and for an endpoint that was added later', async () => {
      const from = service().clock.now() - 1000;
      for (const code of ['a', 'b', 'c']) await create(fresh(code));
      await idle();
      const other = await openReceiver();
      await hook(service(), other.url, { types: ['new_account'] }, shop.site.subdomain);
      const ids = receiver.received.map(({ headers }) => headers['webhook-id']);
      receiver.received.length = 0;
      service().clock.advance({ seconds: 60 });
      const replay = replayEvents({ ...toolsOf(service()), render: renderNotification });
      const time = { fromMs: from, toMs: service().clock.now() };
      expect(await replay(OPERATOR, shop.site.subdomain, time)).toEqual({ events: 3, deliveries: 6 });
      await idle();
      expect(receiver.received.map(({ headers }) => headers['webhook-id']).toSorted()).toEqual(ids);
      expect(other.received.map(({ headers }) => headers['webhook-id'])).toEqual(ids);
      await other.close();
    });

    it('leaves no secret in a record or a log', async () => {
      receiver.answer(() => 500);
      await create('ada');
      await idle();
      const kept = JSON.stringify([await deliveries(), await shop.records().webhookEndpoints.all(), service().logged]);
      for (const secret of ['geheim', Buffer.from('joe:geheim').toString('base64'), endpoint.signing_secret.slice(6)]) {
        expect(kept).not.toContain(secret);
      }
    });
  },
  { env: WITH_SECRETS },
);
