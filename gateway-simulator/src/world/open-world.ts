import { randomBytes } from 'node:crypto';
import type Stripe from 'stripe';
import { SIMULATED_API_VERSION } from '../http/api-version.ts';
import { type EventSender, openEventSender, type WebhookFault } from '../webhooks/sender.ts';
import type { SimulatorClock } from './clock.ts';
import { newId } from './ids.ts';
import { openMoneyLog } from './money-log.ts';
import { openState } from './state.ts';
import type { Delays, SimulatorWorld } from './world.ts';

export interface OpenWorld {
  readonly world: SimulatorWorld;
  readonly sender: EventSender;
}

/** Opens an empty world. `limit` is how many objects of each kind it takes. */
export const openSimulatorWorld = (deps: {
  readonly clock: SimulatorClock;
  readonly delays: Delays;
  readonly disputeFee: number;
  readonly limit: number;
  url(): string;
  drawWebhookFault(): WebhookFault | undefined;
}): OpenWorld => {
  const { clock, delays, disputeFee, limit, url, drawWebhookFault } = deps;
  const state = openState(limit);
  const sender = openEventSender({
    clock,
    endpoints: () => state.webhookEndpoints.newest(),
    secretOf: (endpoint) => state.secrets.get(endpoint) ?? '',
    drawFault: drawWebhookFault,
  });
  const world: SimulatorWorld = {
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
        api_version: SIMULATED_API_VERSION,
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
