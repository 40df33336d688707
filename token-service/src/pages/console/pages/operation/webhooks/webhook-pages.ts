import type { ConsoleRoute } from '../../../route.ts';
import { deliveryPages } from './delivery-pages.ts';
import { endpointActionPages } from './endpoint-actions.ts';
import { endpointList } from './endpoint-list.ts';
import { endpointPages } from './endpoint-pages.ts';
import { replayPages } from './replay-pages.ts';
import type { WebhookPagesDeps } from './webhook-deps.ts';
import { webhookList } from './webhook-list.ts';

/** Webhooks: where events are delivered, and what became of each delivery. */
export const webhookPages = (deps: WebhookPagesDeps): readonly ConsoleRoute[] => [
  webhookList(deps),
  endpointList(deps),
  ...endpointPages(deps),
  ...endpointActionPages(deps),
  ...deliveryPages(deps),
  ...replayPages(deps),
];
