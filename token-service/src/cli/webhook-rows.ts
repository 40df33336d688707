import type { DeliveryAttempt, ShownDelivery } from '@service/billing/domain/webhooks/delivery.ts';
import type { WebhookEndpoint } from '@service/billing/domain/webhooks/endpoint.ts';
import type { ListedEndpoint } from '@service/billing/queries/messages/webhooks.ts';
import type { Millis } from '@service/billing/values/time.ts';
import { openHeaders } from '../worker/webhooks/headers.ts';
import { isoMillis, isoMillisOrNull, shortTime } from './layout.ts';

const PAUSED = { operator: 'paused', gone: 'paused: responded 410', failing: 'paused: failed for five days' } as const;

export const endpointRow = (endpoint: ListedEndpoint): string[] => [
  endpoint.id,
  endpoint.url,
  endpoint.pause_reason === null ? 'active' : PAUSED[endpoint.pause_reason],
  [endpoint.types?.join(',') ?? 'all', ...(endpoint.legacy_invoices ? ['legacy invoices'] : [])].join(' + '),
  [...(endpoint.has_basic_auth ? ['Basic'] : []), ...endpoint.header_names].join(', ') || '-',
  endpoint.failing_since_ms === null ? '-' : shortTime(endpoint.failing_since_ms),
];

export const endpointJson = (endpoint: Omit<WebhookEndpoint, 'sealed_secrets'>) => ({
  ...{ id: endpoint.id, url: endpoint.url, state: endpoint.pause_reason === null ? 'active' : 'paused' },
  ...{ pause_reason: endpoint.pause_reason, types: endpoint.types, legacy_invoices: endpoint.legacy_invoices },
  ...{ has_basic_auth: endpoint.has_basic_auth, header_names: endpoint.header_names },
});

const resultOf = ({ status, error, milliseconds }: DeliveryAttempt): string =>
  `${status ?? error} in ${milliseconds} ms`;

/** The milliseconds that a UUIDv7 begins with. */
const timeOf = (id: string): Millis => Number.parseInt(id.slice(0, 12), 16);

export const deliveryRow = (delivery: ShownDelivery): string[] => {
  const last = delivery.log.at(-1);
  return [
    delivery.id,
    shortTime(timeOf(delivery.id)),
    delivery.notification.type,
    delivery.state,
    String(delivery.attempts),
    last ? resultOf(last) : '-',
  ];
};

export const deliveryJson = (delivery: ShownDelivery) => {
  const { id, endpoint_id, notification_id, state, attempts, notification } = delivery;
  const last = delivery.log.at(-1);
  return {
    ...{
      id,
      recorded_at: isoMillis(timeOf(id)),
      type: notification.type,
      endpoint_id,
      notification_id,
      state,
      attempts,
    },
    ...{ next_attempt_at: isoMillisOrNull(delivery.next_attempt_at_ms) },
    ...{ last_status: last?.status ?? null, last_error: last?.error ?? null },
  };
};

/** A delivery with its request and its attempts. Values of secrets are not shown, and the signature is not stored. */
export const shownDelivery = (delivery: ShownDelivery, endpoint: WebhookEndpoint | undefined): string => {
  const { notification, log } = delivery;
  const secret = [
    ...(endpoint?.has_basic_auth ? ['Authorization: Basic [secret]'] : []),
    ...(endpoint?.header_names ?? []).map((name) => `${name}: [secret]`),
    'webhook-signature: [not stored]',
  ];
  const open = Object.entries(openHeaders(delivery, log.at(-1)?.at ?? notification.created_at_ms));
  const next = delivery.next_attempt_at_ms === null ? '' : `, next attempt ${shortTime(delivery.next_attempt_at_ms)}`;
  return [
    `Delivery ${delivery.id}: ${delivery.state}, attempts: ${delivery.attempts}${next}`,
    '',
    `POST ${endpoint?.url ?? '(endpoint removed)'}`,
    ...open.map(([name, value]) => `${name}: ${value}`),
    ...secret,
    '',
    notification.body.trimEnd(),
    '',
    ...(log.length === 0 ? ['No attempt was made yet.'] : log.flatMap(attemptLines)),
  ].join('\n');
};

const attemptLines = (attempt: DeliveryAttempt): string[] => [
  `${shortTime(attempt.at)}  ${resultOf(attempt)}`,
  ...(attempt.response === null ? [] : attempt.response.split('\n').map((line) => `    ${line}`)),
];
