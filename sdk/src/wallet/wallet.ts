import { isText, members, originOf } from '@service/hosted-fields/protocol';
import { deliver, requireCallback } from '../callback.ts';
import { ServiceError } from '../errors.ts';
import { readForm } from '../form.ts';
import type { Config } from '../options.ts';
import { randomId } from '../random.ts';
import type { Token, Wallet } from '../types.ts';
import { version } from '../version.ts';
import { awaitAnswer } from './agreement.ts';
import { writeAgreementAddress } from './protocol.ts';

const NOTHING: ReadonlySet<string> = /* @__PURE__ */ new Set();

const openPopup = (address: string): Window => {
  const fail = (message: string) => new ServiceError('wallet-error', { message });
  if (crossOriginIsolated) {
    throw fail('A cross-origin isolated page gets no answer from a pop-up: open the wallet from a page that is not.');
  }
  const popup = open(address, '_blank', 'popup,width=480,height=680');
  if (popup) return popup;
  throw fail(
    'The browser blocked the pop-up: call wallet.token within a click, and allow-popups if the page is sandboxed.',
  );
};

/** The wallet payments of one instance. `connect` throws not-configured while the instance is not. */
export const wallet = (connect: () => { config: Config; life: AbortSignal }): Wallet => ({
  token(options, callback) {
    requireCallback(callback);
    // Up to its first `await` this runs within the customer's click, without which no pop-up opens.
    const agree = async (): Promise<Token> => {
      const { config, life } = connect();
      const { form, description } = members(options);
      if (description !== undefined && !isText(description, 127)) {
        throw new ServiceError('invalid-option', {
          message: 'The `description` must be a text of 1 to 127 characters.',
        });
      }
      const { clearToken, fillToken } = readForm(form, NOTHING);
      clearToken();
      const state = randomId();
      const popup = openPopup(
        writeAgreementAddress(config.api, {
          key: config.publicKey,
          version,
          origin: location.origin,
          state,
          ...(description === undefined ? {} : { description }),
        }),
      );
      const answer = await awaitAnswer(popup, { origin: originOf(config.api) ?? '', state }, life);
      if (answer.outcome === 'canceled') throw new ServiceError('wallet-canceled');
      if (answer.outcome === 'error') throw new ServiceError(answer.code, { message: answer.message });
      fillToken(answer.token.id);
      return answer.token;
    };
    deliver(agree(), callback);
  },
});
