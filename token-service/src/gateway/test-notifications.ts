import { createHmac, timingSafeEqual } from 'node:crypto';
import type { GatewayNotification, Settlement } from '@service/billing/payments/gateway-result.ts';
import type { IncomingNotification } from '@service/billing/ports/gateway.ts';
import type { Secret } from '@service/billing/secret.ts';

/** The header that carries the signature of a notification: HMAC-SHA256 of the body in hexadecimal. */
export const SIGNATURE_HEADER = 'test-gateway-signature';

const SETTLEMENTS: readonly string[] = [
  'scheduled',
  'processing',
  'settled',
  'returned',
  'charged_back',
] satisfies Settlement[];

const signatureOf = (body: string, secret: Secret): string =>
  createHmac('sha256', secret.reveal()).update(body).digest('hex');

/** Writes a notification as the test gateway sends it, with its signature. */
export const testNotification = (
  { id, reference, settlement, at }: Omit<GatewayNotification, 'kind'>,
  secret: Secret,
): Pick<IncomingNotification, 'headers' | 'body'> => {
  const body = JSON.stringify({ id, type: 'settlement', reference, settlement, at });
  return { body, headers: { [SIGNATURE_HEADER]: signatureOf(body, secret) } };
};

/**
 * Reads a notification of the test gateway. Undefined if the account has no `notification_secret`, the signature does
 * not match, or the message is of another type.
 */
export const readTestNotification = (
  { headers, body }: Pick<IncomingNotification, 'headers' | 'body'>,
  secret: Secret | undefined,
): GatewayNotification | undefined => {
  if (!secret || !isSigned(body, headers[SIGNATURE_HEADER] ?? '', secret)) return undefined;
  const message = parsed(body);
  if (message?.type !== 'settlement') return undefined;
  const { id, reference, settlement, at } = message;
  if (typeof id !== 'string' || typeof reference !== 'string' || !Number.isSafeInteger(at)) return undefined;
  if (typeof settlement !== 'string' || !SETTLEMENTS.includes(settlement)) return undefined;
  return { kind: 'settlement_changed', id, reference, settlement: settlement as Settlement, at: at as number };
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
