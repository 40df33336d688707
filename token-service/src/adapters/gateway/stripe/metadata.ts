import type { Seconds } from '@service/billing/values/time.ts';
import type { GatewayAction } from './operations.ts';

/** The metadata of the service's objects at Stripe, where merchants can see and search it. */
export interface ServiceMetadata {
  readonly service_site: string;
  readonly service_key: string;
  readonly service_action: GatewayAction;
  /** Seconds on the site's clock, which may have travelled. */
  readonly service_at: string;
  readonly service_request: string;
}

interface About {
  readonly site: { readonly id: string };
  readonly key: string;
  readonly at: Seconds;
  readonly correlation: string;
}

export const metadataOf = (
  service_action: GatewayAction,
  { site, key, at, correlation }: About,
): Record<keyof ServiceMetadata, string> => ({
  service_site: site.id,
  service_key: key,
  service_action,
  service_at: String(at),
  service_request: correlation,
});

/**
 * Returns the moment that an object was made at, or captured, on the site's clock; null if the service did not make it.
 */
export const madeAt = ({ service_at }: Readonly<Record<string, string>>): Seconds | null =>
  service_at !== undefined && /^\d{1,12}$/.test(service_at) ? Number(service_at) : null;
