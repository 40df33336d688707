/** Seconds of the sliding window (specification "Limits"). */
export const WINDOW = 300;

/** One site's requests of the last five minutes, counted in one-second buckets. */
export interface RequestWindow {
  /**
   * Counts a request at `now` (system clock, whole seconds) unless `limit` requests are in the window already. With `counts` false it only
   * looks. A clock that stepped back is taken to have stood still.
   */
  take(
    siteId: string,
    request: { readonly now: number; readonly limit: number; readonly counts: boolean },
  ): Promise<Usage>;
}

export interface Usage {
  /** False when the window is full and the request would have counted. */
  readonly allowed: boolean;
  /** Requests in the window. */
  readonly used: number;
  /** When the window fully resets if no more requests are made: whole epoch seconds. */
  readonly reset: number;
  /** Seconds until one of the counted requests leaves the window; 0 when there is none. */
  readonly wait: number;
}
