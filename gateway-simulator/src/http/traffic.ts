/** One request to the API, without its body. */
export interface RequestRecord {
  readonly id: string;
  /** Milliseconds since 1970 on the simulator's clock. */
  readonly at: number;
  readonly method: string;
  readonly path: string;
  readonly idempotency_key: string | null;
  /** The status that was prepared; null when the fault let nothing be done. */
  readonly status: number | null;
  readonly replayed: boolean;
  readonly fault: string | null;
}

/** The latest requests, oldest first. */
export interface RequestLog {
  add(record: RequestRecord): void;
  all(): readonly RequestRecord[];
  clear(): void;
}

export const openTraffic = (limit: number): RequestLog => {
  let records: RequestRecord[] = [];
  return {
    add(record) {
      records.push(record);
      // Dropping half at once keeps the cost of a request constant.
      if (records.length >= limit * 2) records = records.slice(-limit);
    },
    all: () => records.slice(-limit),
    clear: () => {
      records = [];
    },
  };
};
