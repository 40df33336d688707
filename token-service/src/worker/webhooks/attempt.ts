import type { DeliveryAttempt, ShownDelivery } from '@service/billing/domain/webhooks/delivery.ts';
import type { EndpointSecrets, WebhookEndpoint } from '@service/billing/domain/webhooks/endpoint.ts';
import { readRetryAfter } from '@service/billing/domain/webhooks/retry.ts';
import type { DeliveryOutcome } from '@service/billing/engine/webhooks/record-outcomes.ts';
import type { EndpointCipher } from '@service/billing/ports/webhooks.ts';
import type { Site } from '@service/billing/resources/site.ts';
import type { SystemClock } from '@service/billing/values/time.ts';
import { headersOf, withoutEndpointSecrets } from './headers.ts';
import type { Poster } from './post.ts';

export interface DeliveryAttemptDeps {
  readonly cipher: Pick<EndpointCipher, 'open'>;
  readonly poster: Poster;
  readonly clock: SystemClock;
}

/** Sends one delivery to its endpoint and returns the outcome. Never rejects. */
export const attemptDelivery = ({ cipher, poster, clock }: DeliveryAttemptDeps) => {
  const opened = new Map<string, EndpointSecrets>();

  /** Decrypts secrets once, and again after each change of them. */
  const secretsOf = (site: Pick<Site, 'id'>, { id, sealed_secrets }: WebhookEndpoint): EndpointSecrets | undefined => {
    const before = opened.get(sealed_secrets);
    if (before) return before;
    const found = cipher.open({ site_id: site.id, endpoint_id: id }, sealed_secrets)?.secrets;
    opened.clear();
    if (found) opened.set(sealed_secrets, found);
    return found;
  };

  return async (
    site: Pick<Site, 'id' | 'mode'>,
    endpoint: WebhookEndpoint,
    delivery: ShownDelivery,
  ): Promise<DeliveryOutcome> => {
    const at = clock.now();
    const secrets = secretsOf(site, endpoint);
    if (!secrets) {
      const error = 'the secrets of the endpoint cannot be decrypted';
      return { delivery, attempt: { at, milliseconds: 0, status: null, error, response: null }, retryAfter: null };
    }
    const both = endpoint.previous_secret_until_ms !== null && at < endpoint.previous_secret_until_ms;
    const result = await poster.post(endpoint.url, {
      headers: headersOf(delivery, { secrets, both }, at),
      body: delivery.notification.body,
      loopback: site.mode === 'sandbox',
    });
    const now = clock.now();
    const attempt: DeliveryAttempt = {
      at,
      milliseconds: Math.max(0, now - at),
      status: result.status,
      error: result.error,
      response: result.response === null ? null : withoutEndpointSecrets(result.response, secrets),
    };
    const retryAfter = result.status === null ? null : readRetryAfter(result.status, result.retryAfter, now);
    return { delivery, attempt, retryAfter };
  };
};
