import { isText, members } from '@service/hosted-fields/protocol';
import { deliver } from '../callback.ts';
import { ServiceError } from '../errors.ts';
import { tokenOf } from '../form.ts';
import { type Config, invalid } from '../options.ts';
import { randomId } from '../random.ts';
import type { Wallet } from '../types.ts';
import { version } from '../version.ts';
import { awaitAnswer } from './agreement.ts';
import { writeAgreementAddress } from './protocol.ts';

const openPopup = (address: string): Window => {
  const popup = crossOriginIsolated ? null : open(address, '_blank', 'popup,width=480,height=680');
  if (popup) return popup;
  throw new ServiceError('wallet-error', {
    message: 'No pop-up: call from a click handler; allow-popups in a sandbox; no cross-origin isolation.',
  });
};

/** Returns the wallet methods of one instance. `connect` throws not-configured while the instance is not configured. */
export const wallet = (connect: () => { config: Config; lifetime: AbortSignal }): Wallet => ({
  token(options, callback) {
    // Up to its first `await` this runs within the customer's click, without which no pop-up opens.
    deliver(callback, async () => {
      const { config, lifetime } = connect();
      const { form, description } = members(options);
      if (description !== undefined && !isText(description, 127)) {
        throw invalid('description', 'a text of 1 to 127 characters', description);
      }
      return tokenOf(form, [], async () => {
        const { api, publicKey: key } = config;
        const state = randomId();
        const { origin } = location;
        const optional = description && { description };
        const popup = openPopup(writeAgreementAddress(api, { key, version, origin, state, ...optional }));
        const answer = await awaitAnswer(popup, { origin: new URL(api).origin, state }, lifetime);
        if (answer.outcome === 'canceled') throw new ServiceError('wallet-canceled');
        if (answer.outcome === 'error') throw new ServiceError(answer.code, { message: answer.message });
        return answer.token;
      });
    });
  },
});
