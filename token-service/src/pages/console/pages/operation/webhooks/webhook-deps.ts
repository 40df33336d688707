import type { ShownDelivery } from '@service/billing/domain/webhooks/delivery.ts';
import type { OpensUrl } from '@service/billing/domain/webhooks/endpoint-rules.ts';
import type { SiteDeps } from '@service/billing/engine/sites/on-site.ts';
import type { Storage } from '@service/billing/ports/storage.ts';
import type { EndpointCipher, RenderNotification } from '@service/billing/ports/webhooks.ts';
import type { Site } from '@service/billing/resources/site.ts';
import type { Millis } from '@service/billing/values/time.ts';

export interface WebhookPagesDeps extends SiteDeps {
  readonly storage: Storage;
  readonly webhookParts: {
    readonly cipher: EndpointCipher;
    readonly opensUrl: OpensUrl;
    readonly render: RenderNotification;
    /** Returns why deliveries of a site will never reach a URL; undefined where they may. */
    readonly unreachable: (site: Site, url: string) => string | undefined;
    /** Returns the headers of a delivery that hold no secret, as of an attempt. */
    readonly openHeaders: (delivery: ShownDelivery, at: Millis) => Readonly<Record<string, string>>;
  };
}

/** Returns what use cases of webhooks depend on. */
export const webhookUseCaseDeps = ({ webhookParts, ...deps }: WebhookPagesDeps) => ({ ...deps, ...webhookParts });

/** The address of the page of an endpoint, or of an action on it, without the prefix of the site. */
export const endpointPath = (id: string, action = ''): string => `/webhooks/endpoints/${id}${action && `/${action}`}`;

/** The address of the page of a delivery, or of an action on it, without the prefix of the site. */
export const deliveryPath = (id: string, action = ''): string => `/webhooks/deliveries/${id}${action && `/${action}`}`;
