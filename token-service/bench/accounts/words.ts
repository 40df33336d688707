/** Formats the figures that the benchmark prints. */
export const median = (values: readonly number[]): number => quantile(values, 0.5);

export const quantile = (values: readonly number[], q: number): number =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * q))] ?? 0;

export const milliseconds = (value: number): string => `${value.toFixed(value < 10 ? 2 : 1)} ms`;

export const microseconds = (value: number): string => `${value.toFixed(value < 100 ? 1 : 0)} us`;

export const megabytes = (value: number): string => `${(value / 2 ** 20).toFixed(1)} MB`;
