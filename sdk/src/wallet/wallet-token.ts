import type { ServiceError } from '../errors.ts';
import type { InstanceConfig } from '../options.ts';
import { randomId } from '../random.ts';
import type { Token } from '../types.ts';
import { version } from '../version.ts';
import { awaitAnswer } from './agreement.ts';
import { isDescription } from './description.ts';
import { writeAgreementAddress } from './protocol.ts';

/**
 * Shows the wallet's agreement page in an empty pop-up and returns the token of its answer. Rejects with
 * invalid-option, wallet-error without a pop-up, wallet-canceled, an error of the wallet, or the reason of `lifetime`.
 */
export const walletToken = async (
  popup: Window | null,
  { api, publicKey: key }: InstanceConfig,
  description: unknown,
  lifetime: AbortSignal,
  Errors: typeof ServiceError,
): Promise<Token> => {
  if (!isDescription(description)) {
    throw new Errors(
      'invalid-option',
      `The \`description\` option must be a text of 1 to 127 characters, got '${description}'.`,
    );
  }
  if (!popup) {
    throw new Errors(
      'wallet-error',
      'No pop-up: call from a click; allow-popups in a sandbox; no cross-origin isolation.',
    );
  }
  lifetime.throwIfAborted();
  const state = randomId();
  const optional = description && { description };
  const { origin } = location;
  popup.location.replace(writeAgreementAddress(api, { key, version, origin, state, ...optional }));
  const answer = await awaitAnswer(popup, { origin: new URL(api).origin, state }, lifetime);
  if (answer.outcome === 'canceled') throw new Errors('wallet-canceled');
  if (answer.outcome === 'error') throw new Errors(answer.code, { message: answer.message });
  return answer.token;
};
