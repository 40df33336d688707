import type { EventRecord } from '@service/billing/domain/events/event.ts';
import { newDelivery, type WebhookNotification } from '@service/billing/domain/webhooks/delivery.ts';
import type { Storage } from '@service/billing/ports/storage.ts';
import type { RenderNotification } from '@service/billing/ports/webhooks.ts';
import type { World } from '@service/billing/ports/world.ts';
import type { Site } from '@service/billing/resources/site.ts';
import { idsFrom } from '@service/billing/values/ids.ts';
import { Secret } from '@service/billing/values/secret.ts';
import type { Millis } from '@service/billing/values/time.ts';
import { headersOf } from './headers.ts';
import type { Poster } from './post.ts';

/** Milliseconds between two reads of the database. */
const PAUSE = 250;
/** A transaction commits later than it made its ids; events of the last seconds are read again. Milliseconds. */
const WINDOW = 3_000;
const MOST = 1_000;

export interface ForwardDeps {
  readonly storage: Pick<Storage, 'of'>;
  readonly world: Pick<World, 'clock' | 'ids' | 'pause'>;
  readonly poster: Poster;
  readonly render: RenderNotification;
  /** Called after each request with its result. */
  readonly onForwarded: (forwarded: Forwarded) => void;
}

export interface Forwarded {
  readonly type: string;
  readonly notification_id: string;
  readonly status: number | null;
  readonly error: string | null;
}

export interface ForwardTarget {
  readonly url: string;
  /** `whsec_` and base64, made for this run. */
  readonly signing_secret: string;
}

/**
 * Forwards the events and samples of a sandbox site to a URL as they are recorded, in order, until `goOn` returns
 * false. It needs no endpoint and records nothing; a request that fails is not repeated.
 */
export const forwardEvents =
  ({ storage, world: { clock, ids, pause }, poster, render, onForwarded }: ForwardDeps) =>
  async (
    { id: siteId }: Pick<Site, 'id'>,
    { url, signing_secret }: ForwardTarget,
    goOn = () => true,
  ): Promise<void> => {
    const { events, webhookDeliveries } = storage.of(siteId);
    const secrets = { signing: new Secret(signing_secret), previous: null, basic_auth: null, headers: {} };
    let sequence = 0;
    let from = clock.now();
    const start = idsFrom(from);
    const seen = new Set<string>();

    const forward = async (notification: WebhookNotification): Promise<void> => {
      sequence += 1;
      const at = clock.now();
      const named = { id: ids.uuid(), endpoint_id: '', notification_id: notification.id };
      const delivery = { ...newDelivery(named, sequence, at, false), notification };
      const headers = headersOf(delivery, { secrets, both: false }, at);
      const { status, error } = await poster.post(url, { headers, body: notification.body, loopback: true });
      onForwarded({ type: notification.type, notification_id: notification.id, status, error });
    };

    const recordedSince = async (moment: Millis): Promise<WebhookNotification[]> => {
      const after = later(idsFrom(moment), start);
      const recorded = (await events.after(after, MOST)).map((event) => asNotification(event, render, clock.now()));
      const samples = await webhookDeliveries.samplesAfter(after);
      return [...recorded, ...samples].filter(({ id }) => !seen.has(id)).sort((a, b) => (a.id < b.id ? -1 : 1));
    };

    while (goOn()) {
      const some = await recordedSince(from - WINDOW);
      for (const notification of some) {
        seen.add(notification.id);
        await forward(notification);
      }
      // More than a page at once: the rest follows the last one that was read.
      from = some.length < MOST ? clock.now() : timeOf(some.at(-1)?.id ?? '') + WINDOW;
      const forgotten = idsFrom(from - 2 * WINDOW);
      for (const id of seen) if (id < forgotten) seen.delete(id);
      if (some.length === 0) await pause(PAUSE);
    }
  };

/** The milliseconds that a UUIDv7 begins with. */
const timeOf = (id: string): Millis => Number.parseInt(id.slice(0, 12), 16);

const later = (one: string, other: string): string => (one > other ? one : other);

const asNotification = (
  { id, event, account_id, correlation }: EventRecord,
  render: RenderNotification,
  now: Millis,
): WebhookNotification => ({
  id,
  event_id: id,
  type: event.type,
  account_id,
  correlation,
  body: render(event, event.type),
  created_at_ms: now,
});
