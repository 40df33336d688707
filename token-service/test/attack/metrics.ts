/** The delay of the event loop since the last call, in milliseconds. */
export interface EventLoopDelay {
  readonly p99: number;
  readonly longest: number;
}

/** Reads `event_loop_delay_seconds` from `GET /metrics`, which restarts the measurement. */
export const takeEventLoopDelay = async (apiUrl: string): Promise<EventLoopDelay> => {
  const response = await fetch(`${apiUrl}/metrics`);
  const text = await response.text();
  const quantile = (name: string): number => {
    const value = new RegExp(`^event_loop_delay_seconds\\{quantile="${name}"\\} (\\S+)$`, 'm').exec(text)?.[1];
    if (value === undefined) throw new Error(`/metrics answered ${response.status} without quantile ${name}:\n${text}`);
    return Number(value) * 1000;
  };
  return { p99: quantile('0.99'), longest: quantile('1') };
};
