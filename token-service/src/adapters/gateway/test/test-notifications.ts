import { createHmac, timingSafeEqual } from 'node:crypto';
import type { GatewayNotification, ReadNotification } from '@service/billing/domain/payments/gateway-notification.ts';
import type { Settlement } from '@service/billing/domain/payments/gateway-result.ts';
import type { IncomingNotification } from '@service/billing/ports/gateway.ts';
import { CARD_TYPES } from '@service/billing/values/card/card-type.ts';
import type { Secret } from '@service/billing/values/secret.ts';
import {
  centsValue,
  currencyValue,
  digitsValue,
  feeValue,
  flagValue,
  integerValue,
  momentValue,
  nullable,
  objectValue,
  oneOfValue,
  type Read,
  readMessage,
  symbolValue,
  textValue,
  yearValue,
} from '../message-fields.ts';

/** The header that carries the signature of a notification: HMAC-SHA256 of the body in hexadecimal. */
export const SIGNATURE_HEADER = 'test-gateway-signature';

const signatureOf = (body: string, secret: Secret): string =>
  createHmac('sha256', secret.reveal()).update(body).digest('hex');

/** Writes a notification as the test gateway sends it, with its signature. */
export const testNotification = (
  notification: GatewayNotification,
  secret: Secret,
): Pick<IncomingNotification, 'headers' | 'body'> => {
  const body = JSON.stringify(notification);
  return { body, headers: { [SIGNATURE_HEADER]: signatureOf(body, secret) } };
};

/** Checks and reads a notification of the test gateway. `secret`: undefined if the account has none. */
export const readTestNotification = (
  { headers, body }: Pick<IncomingNotification, 'headers' | 'body'>,
  secret: Secret | undefined,
): ReadNotification => {
  if (!secret || !isSigned(body, headers[SIGNATURE_HEADER] ?? '', secret)) return { outcome: 'forged' };
  return readMessage(body, (message) => {
    const { kind } = KIND(message);
    return isKnown(kind) ? KINDS[kind](message) : undefined;
  });
};

const KIND = objectValue({ kind: textValue });

const isKnown = (kind: string): kind is keyof typeof KINDS => Object.hasOwn(KINDS, kind);

const MESSAGE = { id: textValue, at: momentValue };

const SETTLEMENTS: readonly Settlement[] = ['scheduled', 'processing', 'settled', 'returned', 'charged_back'];

const DISPUTE = {
  ...MESSAGE,
  dispute: textValue,
  reference: textValue,
  amount_in_cents: centsValue(1),
  currency: currencyValue,
  reason: symbolValue,
  fee: nullable(objectValue({ amount_in_cents: feeValue, currency: currencyValue })),
};

/** The fields of each kind of message. */
const KINDS: { readonly [K in GatewayNotification['kind']]: Read<Extract<GatewayNotification, { kind: K }>> } = {
  settlement_changed: objectValue({
    kind: oneOfValue('settlement_changed'),
    ...MESSAGE,
    reference: textValue,
    settlement: oneOfValue(...SETTLEMENTS),
  }),
  dispute_opened: objectValue({
    kind: oneOfValue('dispute_opened'),
    ...DISPUTE,
    withdrawn: flagValue,
    evidence_due_at: nullable(momentValue),
  }),
  dispute_closed: objectValue({ kind: oneOfValue('dispute_closed'), ...DISPUTE, outcome: oneOfValue('won', 'lost') }),
  refund_failed: objectValue({
    kind: oneOfValue('refund_failed'),
    ...MESSAGE,
    reference: textValue,
    reason: nullable(symbolValue),
  }),
  method_updated: objectValue({
    kind: oneOfValue('method_updated'),
    ...MESSAGE,
    method_reference: textValue,
    card_type: nullable(oneOfValue(...CARD_TYPES)),
    first_six: nullable(digitsValue(6)),
    last_four: nullable(digitsValue(4)),
    month: nullable(integerValue(1, 12)),
    year: nullable(yearValue),
  }),
  payment_canceled: objectValue({
    kind: oneOfValue('payment_canceled'),
    ...MESSAGE,
    reference: textValue,
    cause: oneOfValue('expired', 'canceled'),
  }),
};

const isSigned = (body: string, signature: string, secret: Secret): boolean => {
  const expected = Buffer.from(signatureOf(body, secret));
  const given = Buffer.from(signature);
  return given.length === expected.length && timingSafeEqual(given, expected);
};
