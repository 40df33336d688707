/** Queues of those in this process who wait for the same thing. First come, first served. */
export interface Queues {
  /** Joins a queue at a moment of the system clock, in milliseconds. Whoever joins leaves again, whatever happens. */
  join(name: string, now: number): Place;
}

export interface Place {
  /** True once everybody who came before has left. */
  isFirst(): boolean;
  /** Settles then. */
  readonly first: Promise<void>;
  /** Since when nobody in the queue has had their turn: what patience is measured by. */
  waitsSince(): number;
  /** `served` where it had its turn. */
  leave(now: number, served: boolean): void;
}
