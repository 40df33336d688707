/** What is handed out is a copy: whatever a page does to it changes nothing here. */
export const copy = <Value>(value: Value): Value => structuredClone(value);

/** What an object says, the same for two that say the same in whatever order. */
export const told = (value: object | undefined): string | undefined =>
  value && JSON.stringify(Object.entries(value).sort());
