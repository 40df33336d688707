import type { Core } from '../elements/core.ts';
import { challengeTextsIn } from '../risk/own-challenge-texts.ts';
import { threeDSecure } from '../risk/three-d-secure.ts';
import type { ThreeDSecureOptions } from '../risk/types.ts';
import type { OwnTexts } from '../texts/texts.ts';
import type { Token } from '../types.ts';

const CONFIRMING = 'service-pf-confirming';

/**
 * Shows a challenge in place of the content of `root`, which keeps what the customer typed. Returns the result token;
 * rejects with a ServiceError, also when `over` is aborted. `texts`: those of the form, some of which are of the
 * challenge.
 */
export const confirmIn = async (
  root: HTMLElement,
  core: Core,
  options: ThreeDSecureOptions,
  texts: OwnTexts,
  over: AbortSignal,
): Promise<Token> => {
  over.throwIfAborted();
  const place = document.createElement('div');
  place.className = 'service-pf-challenge';
  const { promise, resolve, reject } = Promise.withResolvers<Token>();
  over.addEventListener('abort', () => reject(over.reason));
  const challenge = threeDSecure(
    core,
    { ...options, texts: challengeTextsIn(texts) },
    {
      emit(event, payload) {
        if (event === 'token') resolve(payload as Token);
        if (event === 'error') reject(payload);
      },
    },
  );
  root.append(place);
  root.classList.add(CONFIRMING);
  challenge.attach(place);
  try {
    return await promise;
  } finally {
    challenge.remove();
    place.remove();
    root.classList.remove(CONFIRMING);
  }
};
