import { isText, members } from '@service/hosted-fields/protocol';
import type { AgreementAnswer } from './protocol.ts';

const LOOK_EVERY_MS = 250;

/** A message of the agreement page read into a fresh object; undefined for any other. */
export const acceptAnswer = (data: unknown, state: string): AgreementAnswer | undefined => {
  const { service, state: theirs, outcome, token, code, message } = members(data);
  if (service !== 'wallet' || theirs !== state) return undefined;
  const envelope = { service, state } as const;
  if (outcome === 'canceled') return { ...envelope, outcome };
  const { id, type } = members(token);
  if (outcome === 'agreed' && isText(id, 200) && type === 'paypal')
    return { ...envelope, outcome, token: { id, type } };
  if (outcome !== 'error' || !isText(message, 1000)) return undefined;
  const known = code === 'wallet-not-configured' || code === 'invalid-public-key';
  return { ...envelope, outcome, code: known ? code : 'wallet-error', message };
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
