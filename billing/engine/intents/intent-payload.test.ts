import { expect, test } from 'vitest';
import type { Intent, StoredPayload } from '../../domain/payments/intent.ts';
import { payloadOf, readPayload } from './intent-payload.ts';

const intent = (payload: StoredPayload) => ({ id: 'one', kind: payload.kind, payload }) as Intent;

test('a payload is read as it was stored', () => {
  const stored = JSON.parse(JSON.stringify(payloadOf('payment', { action: 'capture', authorization: 'auth-1' })));
  expect(readPayload(intent(stored), 'payment')).toMatchObject({ action: 'capture', authorization: 'auth-1' });
});

test('a payload of an unknown version is refused, with what to do', () => {
  const stored = { ...payloadOf('payment', { action: 'purchase', authorization: null }), version: 99 };
  expect(() => readPayload(intent(stored), 'payment')).toThrow(
    'Intent one holds a payment payload of version 99, and this program reads payment payloads of version 1. ' +
      'Finish it with the release that wrote it.',
  );
});

test('a payload of another kind is refused', () => {
  expect(() => readPayload(intent(payloadOf('verify', {})), 'refund')).toThrow('verify payload');
});
