import { createHmac } from 'node:crypto';
import type { Secret } from '@service/billing/values/secret.ts';
import type { Seconds } from '@service/billing/values/time.ts';

/** The bytes that a signing secret stands for: base64 after `whsec_`. */
const keyOf = (secret: Secret): Buffer => Buffer.from(secret.reveal().replace(/^whsec_/, ''), 'base64');

/**
 * Returns the value of `webhook-signature` by Standard Webhooks: `v1,` and the HMAC-SHA256 of id, timestamp and body,
 * in base64, once for each secret. `timestamp`: seconds.
 */
export const signatures = (secrets: readonly Secret[], id: string, timestamp: Seconds, body: string): string =>
  secrets
    .map((secret) => `v1,${createHmac('sha256', keyOf(secret)).update(`${id}.${timestamp}.${body}`).digest('base64')}`)
    .join(' ');
