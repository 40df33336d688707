/** A random whole number below another one. */
export const some = (below: number): number => Math.floor(Math.random() * below);

/** One of the last days, `2026-11-26`. */
export const someDay = (): string => new Date(Date.now() - some(9) * 86_400_000).toISOString().slice(0, 10);
