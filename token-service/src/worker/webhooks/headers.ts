import type { ShownDelivery } from '@service/billing/domain/webhooks/delivery.ts';
import type { EndpointSecrets } from '@service/billing/domain/webhooks/endpoint.ts';
import { withoutLongDigits } from '@service/billing/values/card/without-long-digits.ts';
import type { Millis } from '@service/billing/values/time.ts';
import { signatures } from './sign.ts';

export const USER_AGENT = 'Service-Webhooks/1';

/** The secrets that sign and authenticate a delivery. */
export interface DeliverySecrets {
  readonly secrets: EndpointSecrets;
  /** Whether the earlier secret signs too. */
  readonly both: boolean;
}

/** Headers of a delivery that hold no secret. `at`: milliseconds of the system clock. */
export const openHeaders = (delivery: ShownDelivery, at: Millis): Record<string, string> => ({
  'Content-Type': 'application/xml; charset=utf-8',
  'User-Agent': USER_AGENT,
  'X-Notification-Id': delivery.notification_id,
  'X-Notification-Sequence': String(delivery.sequence),
  'webhook-id': delivery.notification_id,
  'webhook-timestamp': String(Math.floor(at / 1000)),
});

/** All headers of a delivery. The timestamp and the signature are those of the attempt. */
export const headersOf = (
  delivery: ShownDelivery,
  { secrets: { signing, previous, basic_auth, headers }, both }: DeliverySecrets,
  at: Millis,
): Record<string, string> => {
  const keys = both && previous ? [signing, previous] : [signing];
  const { id, body } = delivery.notification;
  return {
    ...Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, value.reveal()])),
    ...(basic_auth ? { Authorization: `Basic ${Buffer.from(basic_auth.reveal()).toString('base64')}` } : {}),
    ...openHeaders(delivery, at),
    'webhook-signature': signatures(keys, id, Math.floor(at / 1000), body),
  };
};

/** Returns text of a receiver without the secrets that it may repeat. */
export const withoutEndpointSecrets = (
  text: string,
  { signing, previous, basic_auth, headers }: EndpointSecrets,
): string => {
  const [user = '', ...password] = basic_auth?.reveal().split(':') ?? [];
  const hidden = [
    signing.reveal(),
    previous?.reveal() ?? '',
    basic_auth ? Buffer.from(basic_auth.reveal()).toString('base64') : '',
    basic_auth ? `${user}:${password.join(':')}` : '',
    password.join(':'),
    ...Object.values(headers).map((value) => value.reveal()),
  ];
  const shown = hidden
    .filter((secret) => secret !== '')
    .sort((a, b) => b.length - a.length)
    .reduce((rest, secret) => rest.replaceAll(secret, '[secret]'), text);
  return withoutLongDigits(shown);
};
