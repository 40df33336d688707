import { members } from '@service/hosted-fields/protocol';
import { deliver } from '../callback.ts';
import { ServiceError } from '../errors.ts';
import { tokensByForm } from '../form.ts';
import { loadOnDemand } from '../load-on-demand.ts';
import type { InstanceConfig } from '../options.ts';
import type { Wallet } from '../types.ts';

/** Returns the wallet methods of one instance. `connect` throws not-configured while the instance is not configured. */
export const wallet = (
  connect: () => { config: InstanceConfig; lifetime: AbortSignal },
  tokenOf = tokensByForm(),
): Wallet => ({
  token: (options: unknown, callback?: unknown) =>
    // Up to its first `await` this runs within the customer's click, without which no pop-up opens: so an empty one
    // opens before the code for it is loaded.
    deliver(callback, async () => {
      const { config, lifetime } = connect();
      const { form, description } = members(options);
      return tokenOf(form, [], async () => {
        // Without a pop-up, the file that is loaded reports why there is none.
        const canAnswer = !crossOriginIsolated;
        const popup = canAnswer ? open('', '_blank', 'popup,width=480,height=680') : null;
        try {
          const { walletToken } = await loadOnDemand(config.api);
          return await walletToken(popup, config, description, lifetime, ServiceError);
        } finally {
          popup?.close();
        }
      });
    }),
});
