import { members } from '@service/hosted-fields/protocol';
import type { AgreementAnswer } from './protocol.ts';

const LOOK_EVERY_MS = 250;

/** A message of the agreement page, which is of the service's own origin; undefined for any other. */
export const acceptAnswer = (data: unknown, state: string): AgreementAnswer | undefined => {
  const { service, state: theirs } = members(data);
  return service === 'wallet' && theirs === state ? (data as AgreementAnswer) : undefined;
};

/**
 * The one answer of the page in `popup`. A window closed without a word, by the customer or because `life` ended, means
 * canceled; rejects with the reason of `life`.
 */
export const awaitAnswer = (
  popup: Window,
  { origin, state }: { readonly origin: string; readonly state: string },
  life: AbortSignal,
): Promise<AgreementAnswer> =>
  new Promise((resolve, reject) => {
    let seenClosed = false;
    const timer = setInterval(() => {
      // Its last message may still be on the way when the window is first seen closed.
      if (seenClosed) end(() => resolve({ service: 'wallet', state, outcome: 'canceled' }));
      seenClosed = popup.closed;
    }, LOOK_EVERY_MS);
    const hear = ({ source, origin: from, data }: MessageEvent) => {
      const answer = source === popup && from === origin ? acceptAnswer(data, state) : undefined;
      if (answer) end(() => resolve(answer));
    };
    const abandon = () => end(() => reject(life.reason));
    const end = (settle: () => void) => {
      clearInterval(timer);
      removeEventListener('message', hear);
      life.removeEventListener('abort', abandon);
      popup.close();
      settle();
    };
    addEventListener('message', hear);
    life.addEventListener('abort', abandon);
  });
