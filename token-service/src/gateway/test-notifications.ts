import { createHmac, timingSafeEqual } from 'node:crypto';
import type { GatewayNotification, ReadNotification } from '@service/billing/payments/gateway-notification.ts';
import type { Settlement } from '@service/billing/payments/gateway-result.ts';
import type { IncomingNotification } from '@service/billing/ports/gateway.ts';
import type { Secret } from '@service/billing/secret.ts';

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
  const message = parsed(body);
  const kind = String(message?.kind);
  const fields = Object.hasOwn(FIELDS, kind) ? FIELDS[kind as GatewayNotification['kind']] : undefined;
  if (!message || !fields) return { outcome: 'ignored' };
  const all: Fields = { kind: isText, id: isText, at: isCount, ...fields };
  const isWhole = Object.entries(all).every(([name, accepts]) => accepts(message[name]));
  if (!isWhole) return { outcome: 'ignored' };
  const read = Object.fromEntries(Object.keys(all).map((name) => [name, message[name]]));
  return { outcome: 'read', notification: read as unknown as GatewayNotification };
};

type Accepts = (value: unknown) => boolean;
type Fields = Readonly<Record<string, Accepts>>;

const isText: Accepts = (value) => typeof value === 'string' && value !== '' && value.length <= 255;
const isCount: Accepts = (value) => Number.isSafeInteger(value) && (value as number) >= 0;
const isFlag: Accepts = (value) => typeof value === 'boolean';
const orNull =
  (accepts: Accepts): Accepts =>
  (value) =>
    value === null || accepts(value);
const oneOf =
  (...values: readonly string[]): Accepts =>
  (value) =>
    typeof value === 'string' && values.includes(value);
const isFee: Accepts = (value) => {
  const fee = value as Readonly<Record<string, unknown>>;
  return typeof value === 'object' && isCount(fee.amount_in_cents) && isText(fee.currency);
};

const SETTLEMENTS: readonly Settlement[] = ['scheduled', 'processing', 'settled', 'returned', 'charged_back'];

const DISPUTE: Fields = {
  dispute: isText,
  reference: isText,
  amount_in_cents: isCount,
  currency: isText,
  reason: isText,
  fee: orNull(isFee),
};

/** What each kind of message has besides its kind, id and moment. */
const FIELDS: Readonly<Record<GatewayNotification['kind'], Fields>> = {
  settlement_changed: { reference: isText, settlement: oneOf(...SETTLEMENTS) },
  dispute_opened: { ...DISPUTE, withdrawn: isFlag, evidence_due_at: orNull(isCount) },
  dispute_closed: { ...DISPUTE, outcome: oneOf('won', 'lost') },
  refund_failed: { reference: isText, reason: orNull(isText) },
  method_updated: {
    method_reference: isText,
    card_type: orNull(isText),
    first_six: orNull(isText),
    last_four: orNull(isText),
    month: orNull(isCount),
    year: orNull(isCount),
  },
  payment_canceled: { reference: isText, cause: oneOf('expired', 'canceled') },
};

const isSigned = (body: string, signature: string, secret: Secret): boolean => {
  const expected = Buffer.from(signatureOf(body, secret));
  const given = Buffer.from(signature);
  return given.length === expected.length && timingSafeEqual(given, expected);
};

const parsed = (body: string): Readonly<Record<string, unknown>> | undefined => {
  try {
    const message: unknown = JSON.parse(body);
    return typeof message === 'object' && message !== null ? (message as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
};
