import CircuitBreaker from 'opossum';

export type CircuitState = 'closed' | 'open' | 'half-open';

export interface CircuitOptions {
  /** Whether an error means that the server does not work, rather than that it refused this one call. */
  readonly isOutage: (error: unknown) => boolean;
  /** Milliseconds for which an open circuit rests before it tries one call. */
  readonly rest?: number;
  /** Consecutive failures that open the circuit. */
  readonly failures?: number;
  /** Calls that may wait at once. */
  readonly capacity?: number;
  readonly onChange?: (state: CircuitState) => void;
}

/** Calls to a server that fail at once while it is known not to answer. */
export interface Circuit {
  /**
   * Runs a call. Rejects without running it while the circuit is open, while another call tries whether it can be
   * closed, or when too many wait.
   */
  run<T>(call: () => Promise<T>): Promise<T>;
  close(): void;
}

export const openCircuit = ({
  isOutage,
  rest = 1_000,
  failures = 3,
  capacity = 10_000,
  onChange = () => {},
}: CircuitOptions): Circuit => {
  const breaker = new CircuitBreaker((call: () => Promise<unknown>) => call(), {
    // A call has its own time limit.
    timeout: false,
    resetTimeout: rest,
    capacity,
    errorFilter: (error) => !isOutage(error),
    // Opened below: a share of failures says nothing where calls are few, and is reached late where they are many.
    volumeThreshold: Number.MAX_SAFE_INTEGER,
    rollingPercentilesEnabled: false,
    enableSnapshots: false,
  });
  let consecutive = 0;
  breaker.on('success', () => {
    consecutive = 0;
  });
  breaker.on('failure', () => {
    consecutive += 1;
    if (consecutive >= failures) breaker.open();
  });
  breaker.on('open', () => onChange('open'));
  breaker.on('halfOpen', () => onChange('half-open'));
  breaker.on('close', () => onChange('closed'));
  return {
    run: <T>(call: () => Promise<T>) => breaker.fire(call) as Promise<T>,
    close: () => breaker.shutdown(),
  };
};
