/** A random whole number below another one. */
export const some = (below: number): number => Math.floor(Math.random() * below);
