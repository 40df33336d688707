import { randomBytes } from 'node:crypto';
import type Stripe from 'stripe';
import { API_VERSION } from '../http/api-version.ts';
import { openSender, type Sender, type WebhookFault } from '../webhooks/sender.ts';
import type { Clock } from './clock.ts';
import { newId } from './ids.ts';
import { openMoneyLog } from './money-log.ts';
import { openState } from './state.ts';
import type { Delays, World } from './world.ts';

export interface OpenWorld {
  readonly world: World;
  readonly sender: Sender;
}

/** Opens an empty world. `limit` is how many objects of each kind it takes. */
export const openWorld = (deps: {
  readonly clock: Clock;
  readonly delays: Delays;
  readonly disputeFee: number;
  readonly limit: number;
  url(): string;
  drawWebhookFault(): WebhookFault | undefined;
}): OpenWorld => {
  const { clock, delays, disputeFee, limit, url, drawWebhookFault } = deps;
  const state = openState(limit);
  const sender = openSender({
    clock,
    endpoints: () => state.webhookEndpoints.newest(),
    secretOf: (endpoint) => state.secrets.get(endpoint) ?? '',
    drawFault: drawWebhookFault,
  });
  const world: World = {
    state,
    clock,
    log: openMoneyLog(clock),
    delays,
    disputeFee,
    fingerprintKey: randomBytes(32),
    url,
    request: null,
    emit(type, object, previous) {
      const { id = null, idempotency_key = null } = world.request ?? {};
      const event = {
        id: newId('evt'),
        object: 'event',
        api_version: API_VERSION,
        created: clock.seconds(),
        data: { object: structuredClone(object), ...(previous && { previous_attributes: previous }) },
        livemode: false,
        pending_webhooks: 0,
        request: { id, idempotency_key },
        type,
        // Each type of event has a type of its own; what is emitted decides which one this is.
      } as unknown as Stripe.Event;
      state.events.add(event);
      event.pending_webhooks = sender.send(event);
    },
  };
  return { world, sender };
};
