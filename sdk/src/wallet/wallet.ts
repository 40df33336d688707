import { isText, members } from '@service/hosted-fields/protocol';
import { deliver } from '../callback.ts';
import { ServiceError } from '../errors.ts';
import { tokenOf } from '../form.ts';
import { loadOnDemand } from '../load-on-demand.ts';
import { type Config, invalid } from '../options.ts';
import type { Wallet } from '../types.ts';

const openPopup = (): Window => {
  const popup = crossOriginIsolated ? null : open('', '_blank', 'popup,width=480,height=680');
  if (popup) return popup;
  throw new ServiceError('wallet-error', {
    message: 'No pop-up: call from a click; allow-popups in a sandbox; no cross-origin isolation.',
  });
};

/** Returns the wallet methods of one instance. `connect` throws not-configured while the instance is not configured. */
export const wallet = (connect: () => { config: Config; lifetime: AbortSignal }): Wallet => ({
  token(options, callback) {
    // Up to its first `await` this runs within the customer's click, without which no pop-up opens: so an empty one
    // opens before the code for it is loaded.
    deliver(callback, async () => {
      const { config, lifetime } = connect();
      const { form, description } = members(options);
      if (description !== undefined && !isText(description, 127)) {
        throw invalid('description', 'a text of 1 to 127 characters', description);
      }
      return tokenOf(form, [], async () => {
        const popup = openPopup();
        try {
          const { walletToken } = await loadOnDemand(config.api);
          return await walletToken(popup, config, description, lifetime, ServiceError);
        } finally {
          popup.close();
        }
      });
    });
  },
});
