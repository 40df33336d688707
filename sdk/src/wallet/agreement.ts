import { members } from '@service/hosted-fields/protocol';
import type { AgreementAnswer } from './protocol.ts';

const LOOK_EVERY_MS = 250;

/** The customer closed the window. */
interface Left {
  readonly outcome: 'canceled';
}

/** Returns whether this is a message of the agreement page, which is on the service's own origin. */
export const isAnswer = (data: unknown, state: string): data is AgreementAnswer => {
  const { service, state: theirs } = members(data);
  return service === 'wallet' && theirs === state;
};

/**
 * Returns the one answer of the page in `popup`. A window that is closed without an answer, by the customer or because
 * `lifetime` ended, means canceled; rejects with the reason of `lifetime`.
 */
export const awaitAnswer = async (
  popup: Window,
  { origin, state }: { readonly origin: string; readonly state: string },
  lifetime: AbortSignal,
): Promise<AgreementAnswer | Left> => {
  const over = new AbortController();
  const { signal } = over;
  let timer: ReturnType<typeof setInterval> | undefined;
  try {
    return await new Promise((resolve, reject) => {
      let seenClosed = false;
      timer = setInterval(() => {
        // Its last message may still be in transit when the window is first seen closed.
        if (seenClosed) resolve({ outcome: 'canceled' });
        seenClosed = popup.closed;
      }, LOOK_EVERY_MS);
      const hear = ({ source, origin: from, data }: MessageEvent) => {
        if (source === popup && from === origin && isAnswer(data, state)) resolve(data);
      };
      addEventListener('message', hear, { signal });
      lifetime.addEventListener('abort', () => reject(lifetime.reason), { signal });
    });
  } finally {
    clearInterval(timer);
    over.abort();
  }
};
