import { createHmac, timingSafeEqual } from 'node:crypto';
import type { GatewayNotification, ReadNotification } from '@service/billing/domain/payments/gateway-notification.ts';
import type { Settlement } from '@service/billing/domain/payments/gateway-result.ts';
import type { IncomingNotification } from '@service/billing/ports/gateway.ts';
import { CARD_TYPES } from '@service/billing/values/card/card-type.ts';
import type { Secret } from '@service/billing/values/secret.ts';
import {
  cents,
  currency,
  digits,
  fee,
  flag,
  integer,
  moment,
  nullable,
  object,
  oneOf,
  type Read,
  readMessage,
  symbol,
  text,
  year,
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

const KIND = object({ kind: text });

const isKnown = (kind: string): kind is keyof typeof KINDS => Object.hasOwn(KINDS, kind);

const MESSAGE = { id: text, at: moment };

const SETTLEMENTS: readonly Settlement[] = ['scheduled', 'processing', 'settled', 'returned', 'charged_back'];

const DISPUTE = {
  ...MESSAGE,
  dispute: text,
  reference: text,
  amount_in_cents: cents(1),
  currency,
  reason: symbol,
  fee: nullable(object({ amount_in_cents: fee, currency })),
};

/** The fields of each kind of message. */
const KINDS: { readonly [K in GatewayNotification['kind']]: Read<Extract<GatewayNotification, { kind: K }>> } = {
  settlement_changed: object({
    kind: oneOf('settlement_changed'),
    ...MESSAGE,
    reference: text,
    settlement: oneOf(...SETTLEMENTS),
  }),
  dispute_opened: object({
    kind: oneOf('dispute_opened'),
    ...DISPUTE,
    withdrawn: flag,
    evidence_due_at: nullable(moment),
  }),
  dispute_closed: object({ kind: oneOf('dispute_closed'), ...DISPUTE, outcome: oneOf('won', 'lost') }),
  refund_failed: object({ kind: oneOf('refund_failed'), ...MESSAGE, reference: text, reason: nullable(symbol) }),
  method_updated: object({
    kind: oneOf('method_updated'),
    ...MESSAGE,
    method_reference: text,
    card_type: nullable(oneOf(...CARD_TYPES)),
    first_six: nullable(digits(6)),
    last_four: nullable(digits(4)),
    month: nullable(integer(1, 12)),
    year: nullable(year),
  }),
  payment_canceled: object({
    kind: oneOf('payment_canceled'),
    ...MESSAGE,
    reference: text,
    cause: oneOf('expired', 'canceled'),
  }),
};

const isSigned = (body: string, signature: string, secret: Secret): boolean => {
  const expected = Buffer.from(signatureOf(body, secret));
  const given = Buffer.from(signature);
  return given.length === expected.length && timingSafeEqual(given, expected);
};
