/** A round under way: whether it found work. Rejects when no site can be read. */
type Running = Promise<boolean>;

interface Deps {
  /** Rounds that may go on at a time. */
  readonly most: number;
  /** Called when the round of a site has ended: the rotation comes back to it. */
  readonly wake: (siteId: string) => void;
  /** Called with the error of a round that was rejected. */
  readonly failed: (error: unknown) => void;
}

/** Rounds that go on beside the rotation, one of a site at most. */
export interface RoundsBeside {
  /** Whether one more may go on. */
  hasRoom(): boolean;
  has(siteId: string): boolean;
  add(siteId: string, running: Running): void;
  /** Something is due at once at a site, or at any: a round that has begun or ended may not have read it. */
  signal(siteId?: string): void;
  beginTurn(): void;
  /** Whether the rotation has nothing to do at a site: its round goes on, or has just ended without work. */
  leavesOut(siteId: string): boolean;
  /** Returns the sites that had a round at any time of the turn: callers of `idle` wait for another turn. */
  ofTurn(): Iterable<string>;
  /** Resolves once all have ended. */
  ended(): Promise<void>;
}

/** Keeps the rounds that take longer than the rotation waits for, so that no site waits for another one. */
export const roundsBeside = ({ most, wake, failed }: Deps): RoundsBeside => {
  const rounds = new Map<string, Promise<void>>();
  /** Sites that are checked again once their round has ended. */
  const again = new Set<string>();
  /** Sites whose round has ended without work, so that only the moment of their next item is read. */
  const done = new Set<string>();
  let ofTurn = new Set<string>();

  return {
    hasRoom: () => rounds.size < most,
    has: (siteId) => rounds.has(siteId),
    add(siteId, running) {
      const round = running
        .catch((error: unknown) => {
          failed(error);
          return true;
        })
        .then((foundWork) => {
          rounds.delete(siteId);
          const isDone = !again.delete(siteId) && !foundWork;
          wake(siteId);
          if (isDone) done.add(siteId);
        });
      rounds.set(siteId, round);
      ofTurn.add(siteId);
    },
    signal(siteId) {
      for (const id of siteId === undefined ? rounds.keys() : [siteId]) if (rounds.has(id)) again.add(id);
      if (siteId === undefined) done.clear();
      else done.delete(siteId);
    },
    beginTurn() {
      ofTurn = new Set(rounds.keys());
    },
    leavesOut(siteId) {
      if (!rounds.has(siteId)) return done.delete(siteId);
      again.add(siteId);
      return true;
    },
    ofTurn: () => ofTurn,
    async ended() {
      await Promise.all(rounds.values());
    },
  };
};
