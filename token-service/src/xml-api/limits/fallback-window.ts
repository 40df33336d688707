import type { RequestWindow } from './request-window.ts';

/**
 * Counts in `shared` and, while that does not answer, in `own`: a limit that is counted for each process alone is better than a shop that
 * cannot sell. `onFailure` hears of every time.
 */
export const windowWithFallback = (
  shared: RequestWindow,
  own: RequestWindow,
  onFailure: (error: unknown) => void,
): RequestWindow => ({
  async take(siteId, request) {
    try {
      return await shared.take(siteId, request);
    } catch (error) {
      onFailure(error);
      return own.take(siteId, request);
    }
  },
});
