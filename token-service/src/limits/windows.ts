/** What a window says to one more hit. */
export interface Verdict {
  readonly allowed: boolean;
  /** Whole seconds until another hit would be let in; 0 when this one was. */
  readonly retryAfter: number;
}

/** Sliding windows by name, against guessing and flooding (DESIGN section 7). */
export interface Windows {
  /** Counts a hit, unless it would be more than `limit` in the last `seconds`. */
  hit(name: string, limit: number, seconds: number): Promise<Verdict>;
}

/**
 * The hits of the running stretch of `seconds`, and of the one before. The one before counts for as much of it as the window still covers, as if its
 * hits had come evenly; so a window costs two numbers, however many hits it saw.
 */
export interface Stretch {
  readonly start: number;
  hits: number;
  readonly before: number;
}

/** The stretch that `now` (in seconds) falls into, given the last one seen. */
export const stretchAt = (now: number, seconds: number, last: Stretch | undefined): Stretch => {
  const start = now - (now % seconds);
  if (last?.start === start) return last;
  return { start, hits: 0, before: last?.start === start - seconds ? last.hits : 0 };
};

export const LET_IN: Verdict = { allowed: true, retryAfter: 0 };

/** What a stretch says to one more hit at `now`. */
export const verdict = ({ start, hits, before }: Stretch, limit: number, seconds: number, now: number): Verdict => {
  const gone = now - start;
  // Both sides times `seconds`, so that whole numbers stay whole.
  if ((hits + 1) * seconds + before * (seconds - gone) <= limit * seconds) return LET_IN;
  // Room comes when what is before has faded enough; if the running stretch is full itself, only after its end.
  const wait =
    hits < limit
      ? (seconds * (before + hits + 1 - limit)) / before - gone
      : seconds - gone + (seconds * Math.min(hits, hits + 1 - limit)) / Math.max(1, hits);
  return { allowed: false, retryAfter: Math.max(1, Math.ceil(wait)) };
};
