import type Stripe from 'stripe';
import type { SimulatorClock } from '../world/clock.ts';
import { signatureOf } from './signature.ts';

/** Faults of a delivery, besides a receiver that does not answer. */
export type WebhookFault = 'duplicate' | 'late' | 'reordered';

export interface EventSenderDeps {
  readonly clock: SimulatorClock;
  /** The endpoints that exist now. */
  endpoints(): readonly Stripe.WebhookEndpoint[];
  secretOf(endpoint: string): string;
  /** Draws the fault of one delivery; undefined for none. */
  drawFault(): WebhookFault | undefined;
}

export interface EventSender {
  /** Begins to deliver an event, and returns to how many endpoints. */
  send(event: Stripe.Event): number;
  /** Resolves when no delivery is in progress; those that wait for the clock still wait. */
  settled(): Promise<void>;
  clear(): void;
}

/** Milliseconds of the simulator's clock after which failed deliveries are repeated: for about three days. */
const RETRIES = [60, 600, 3600, 3 * 3600, 6 * 3600, 12 * 3600, 24 * 3600, 24 * 3600].map((seconds) => seconds * 1000);
/** Milliseconds that a late event is late, and after which a held one is sent though no other followed. */
const LATE = 60_000;
/** Milliseconds that a receiver may take. */
const PATIENCE = 10_000;

/**
 * Delivers events to webhook endpoints, for each endpoint one at a time. Signatures carry the later of the machine's
 * time and the simulator's: receivers refuse old ones, by a clock that may be either.
 */
export const openEventSender = ({ clock, endpoints, secretOf, drawFault }: EventSenderDeps): EventSender => {
  const lanes = new Map<string, Promise<void>>();
  const held = new Map<string, Stripe.Event>();

  const deliver = (endpoint: Stripe.WebhookEndpoint, event: Stripe.Event, attempt: number): void => {
    const before = lanes.get(endpoint.id) ?? Promise.resolve();
    const lane = before.then(async () => {
      if (!endpoints().some(({ id }) => id === endpoint.id)) return;
      if (await accepted(endpoint.url, event, secretOf(endpoint.id), Math.max(Date.now(), clock.now()))) {
        event.pending_webhooks = Math.max(0, event.pending_webhooks - 1);
        return;
      }
      const delay = RETRIES[attempt];
      if (delay !== undefined) clock.after(delay, () => deliver(endpoint, event, attempt + 1));
    });
    lanes.set(endpoint.id, lane);
    void lane.finally(() => lanes.get(endpoint.id) === lane && lanes.delete(endpoint.id));
  };

  const release = (endpoint: Stripe.WebhookEndpoint): void => {
    const event = held.get(endpoint.id);
    held.delete(endpoint.id);
    if (event) deliver(endpoint, event, 0);
  };

  const begin = (endpoint: Stripe.WebhookEndpoint, event: Stripe.Event): void => {
    const fault = drawFault();
    if (fault === 'late') {
      clock.after(LATE, () => deliver(endpoint, event, 0));
      return;
    }
    if (fault === 'reordered' && !held.has(endpoint.id)) {
      held.set(endpoint.id, event);
      clock.after(LATE, () => held.get(endpoint.id) === event && release(endpoint));
      return;
    }
    deliver(endpoint, event, 0);
    if (fault === 'duplicate') deliver(endpoint, event, 0);
    release(endpoint);
  };

  return {
    send(event) {
      const receivers = endpoints().filter(
        ({ status, enabled_events }) =>
          status === 'enabled' && enabled_events.some((each) => each === '*' || each === event.type),
      );
      for (const endpoint of receivers) clock.after(0, () => begin(endpoint, event));
      return receivers.length;
    },
    async settled() {
      while (lanes.size > 0) await Promise.all(lanes.values());
    },
    clear() {
      held.clear();
    },
  };
};

/** Sends an event once, signed at a moment in milliseconds. Returns whether the receiver accepted it. */
const accepted = async (url: string, event: Stripe.Event, secret: string, at: number): Promise<boolean> => {
  const body = JSON.stringify(event, null, 2);
  try {
    const response = await fetch(url, {
      method: 'POST',
      body,
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'stripe-signature': signatureOf(body, Math.floor(at / 1000), [secret]),
        'user-agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
      },
      redirect: 'manual',
      signal: AbortSignal.timeout(PATIENCE),
    });
    await response.body?.cancel();
    return response.ok;
  } catch {
    return false;
  }
};
