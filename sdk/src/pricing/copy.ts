/** Returns a copy, so that the page cannot change the original. */
export const copy = <Value>(value: Value): Value => structuredClone(value);

/** Returns a key for an object that does not depend on the order of its members. */
export const keyOf = (value: object | undefined): string | undefined =>
  value && JSON.stringify(Object.entries(value).sort());
