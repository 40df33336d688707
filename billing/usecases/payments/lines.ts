/** Lines of those in this process who wait for the same thing. First come, first served. */
export interface Lines {
  /** Joins a line at a moment of the system clock, in milliseconds. Whoever joins leaves again, whatever happens. */
  join(name: string, now: number): Place;
}

export interface Place {
  /** True once everybody who came before has left. */
  isFirst(): boolean;
  /** Settles then. */
  readonly first: Promise<void>;
  /** Since when nobody in the line has had their turn: what patience is measured by. */
  waitsSince(): number;
  /** `served` where it had its turn. */
  leave(now: number, served: boolean): void;
}

interface Waiting extends Place {
  readonly call: () => void;
}

interface Line {
  readonly places: Waiting[];
  servedAt: number;
}

export const openLines = (): Lines => {
  const lines = new Map<string, Line>();
  return {
    join(name, now) {
      const line = lines.get(name) ?? { places: [], servedAt: now };
      lines.set(name, line);
      const { promise: first, resolve: call } = Promise.withResolvers<void>();
      const place: Waiting = {
        first,
        call,
        isFirst: () => line.places[0] === place,
        waitsSince: () => Math.max(now, line.servedAt),
        leave(then, served) {
          line.places.splice(line.places.indexOf(place), 1);
          if (served) line.servedAt = then;
          line.places[0]?.call();
          if (line.places.length === 0) lines.delete(name);
        },
      };
      line.places.push(place);
      line.places[0]?.call();
      return place;
    },
  };
};
