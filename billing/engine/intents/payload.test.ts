import { expect, test } from 'vitest';
import type { StoredPayload } from '../../domain/payments/intent.ts';
import { payloadFormat } from './payload.ts';

const CAPTURE = payloadFormat<{ readonly authorization: string }>('capture', 1);
const intent = (payload: StoredPayload) => ({ id: 'one', payload });

test('a payload is read as it was stored', () => {
  const stored = JSON.parse(JSON.stringify(CAPTURE.write({ authorization: 'auth-1' })));
  expect(CAPTURE.read(intent(stored))).toMatchObject({ authorization: 'auth-1' });
});

test('a payload of an unknown version is refused, with what to do', () => {
  const stored = { ...CAPTURE.write({ authorization: 'auth-1' }), version: 99 };
  expect(() => CAPTURE.read(intent(stored))).toThrow(
    'Intent one holds a capture payload of version 99, and this program reads capture payloads of version 1. ' +
      'Finish it with the release that wrote it.',
  );
});

test('a payload of another kind is refused', () => {
  expect(() => CAPTURE.read(intent(payloadFormat('verification', 1).write({})))).toThrow('verification payload');
});
