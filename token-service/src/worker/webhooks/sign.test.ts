import { newDelivery, type ShownDelivery } from '@service/billing/domain/webhooks/delivery.ts';
import { Secret } from '@service/billing/values/secret.ts';
import { Webhook } from 'standardwebhooks';
import { describe, expect, test } from 'vitest';
import { headersOf, withoutEndpointSecrets } from './headers.ts';

const body = '<?xml version="1.0" encoding="UTF-8"?>\n<new_account_notification>Łódź 🛶</new_account_notification>\n';
const delivery: ShownDelivery = {
  ...newDelivery({ id: 'd', endpoint_id: 'e', notification_id: '0192f' }, 7, 0, false),
  notification: {
    id: '0192f',
    event_id: '0192f',
    type: 'new_account',
    account_id: null,
    correlation: null,
    body,
    created_at_ms: 0,
  },
};
const [OLD, NEW, OTHER] = ['a', 'b', 'c'].map((letter) => `whsec_${letter.repeat(44)}`) as [string, string, string];
const secrets = {
  signing: new Secret(NEW),
  previous: new Secret(OLD),
  basic_auth: new Secret('joe:pass:word'),
  headers: { 'X-Token': new Secret('geheim'), 'webhook-id': new Secret('forged') },
};
// The library rejects what is older than five minutes by the clock of this machine.
const now = Date.now();

describe('the library of Standard Webhooks', () => {
  const verify = (secret: string, headers: Record<string, string>, text = body) =>
    new Webhook(secret).verify(text, headers, { parse: (raw: string) => raw } as never);

  test('verifies a delivery with its secret, and no other text or secret', () => {
    const headers = headersOf(delivery, { secrets, both: false }, now);
    expect(() => verify(NEW, headers)).not.toThrow(/signature/i);
    expect(() => verify(OLD, headers)).toThrow(/No matching signature/);
    expect(() => verify(NEW, headers, `${body} `)).toThrow(/No matching signature/);
    expect(() => verify(NEW, { ...headers, 'webhook-id': 'other' })).toThrow(/No matching signature/);
  });

  test('verifies it with both secrets during a rotation', () => {
    const headers = headersOf(delivery, { secrets, both: true }, now);
    for (const secret of [OLD, NEW]) expect(() => verify(secret, headers)).not.toThrow(/signature/i);
    expect(() => verify(OTHER, headers)).toThrow(/No matching signature/);
  });
});

test('headers authenticate, identify and number a delivery, and an operator’s headers replace none of them', () => {
  expect(headersOf(delivery, { secrets, both: false }, 1_795_000_000_999)).toEqual({
    Authorization: `Basic ${Buffer.from('joe:pass:word').toString('base64')}`,
    'X-Token': 'geheim',
    'Content-Type': 'application/xml; charset=utf-8',
    'User-Agent': 'Service-Webhooks/1',
    'X-Notification-Id': '0192f',
    'X-Notification-Sequence': '7',
    'webhook-id': '0192f',
    'webhook-timestamp': '1795000000',
    'webhook-signature': expect.stringMatching(/^v1,[A-Za-z0-9+/]{43}=$/),
  });
});

test('what a receiver repeats of the secrets, and card numbers, are not kept', () => {
  const echoed = `joe:pass:word geheim ${NEW} ${Buffer.from('joe:pass:word').toString('base64')} 4111 1111 1111 1111`;
  expect(withoutEndpointSecrets(echoed, secrets)).toBe('[secret] [secret] [secret] [secret] [digits]');
});
