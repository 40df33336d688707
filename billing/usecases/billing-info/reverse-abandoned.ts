import type { Gateways } from '../../ports/payments.ts';
import type { Storage } from '../../ports/records.ts';
import type { World } from '../../ports/world.ts';
import type { Site } from '../../site.ts';

/**
 * Ends gateway calls whose process died between asking and recording the answer (DESIGN section 6): once the lease is out, whatever was authorized is
 * reversed and the intent closed. Nothing was acknowledged for them, so nothing is kept. Answers how many there were.
 */
export const reverseAbandoned =
  ({ storage, gateways, world }: { readonly storage: Storage; readonly gateways: Gateways; readonly world: World }) =>
  async (site: Site): Promise<number> => {
    const abandoned = await storage.of(site.id).intents.expired(world.clock.now());
    for (const { id, gateway_code, gateway_key: key, correlation } of abandoned) {
      await gateways.reverse({ site, gateway_code, key, correlation });
      await storage.transaction(site.id, ({ intents }) => intents.close(id));
    }
    return abandoned.length;
  };
