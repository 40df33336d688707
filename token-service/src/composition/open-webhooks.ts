import { fanOut } from '@service/billing/engine/webhooks/fan-out.ts';
import { recordOutcomes } from '@service/billing/engine/webhooks/record-outcomes.ts';
import type { SiteRecords } from '@service/billing/ports/sites.ts';
import type { World } from '@service/billing/ports/world.ts';
import type { Logger } from 'pino';
import type { OpenStorage } from '../adapters/storage/storage.ts';
import { endpointCipher } from '../adapters/vault/endpoint-cipher.ts';
import { pooledRandomness } from '../adapters/vault/random.ts';
import type { Config } from '../config.ts';
import { renderNotification } from '../documents/webhooks/document.ts';
import { openPoster } from '../worker/webhooks/post.ts';
import { openSender, type Sender } from '../worker/webhooks/sender.ts';
import type { Measured } from './metrics/measured.ts';
import type { Tracing } from './tracing/open-tracing.ts';

interface WebhookParts {
  readonly config: Config;
  readonly opened: Pick<OpenStorage, 'storage' | 'webhookSignal'>;
  readonly sites: SiteRecords;
  readonly world: World;
  readonly measured: Pick<Measured, 'webhooks'>;
  readonly tracing: Pick<Tracing, 'poster'>;
  readonly log: Logger;
}

/** Composes the sender of webhooks. */
export const openWebhooks = ({ config, opened, sites, world, measured, tracing, log }: WebhookParts): Sender => {
  const { storage, webhookSignal } = opened;
  const poster = tracing.poster(openPoster({ networks: config.webhookNetworks }));
  const sender = openSender({
    sites,
    storage,
    cipher: endpointCipher(config, pooledRandomness()),
    poster,
    clock: world.clock,
    holder: world.ids.uuid(),
    fanOut: (site) => fanOut({ storage, world, render: renderNotification }, site),
    record: measured.webhooks((site, id, outcomes) => recordOutcomes({ storage, world }, site, id, outcomes)),
    listen: webhookSignal.listen,
    log,
  });
  return {
    ...sender,
    async close() {
      await sender.close();
      poster.close();
    },
  };
};
