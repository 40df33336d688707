/** What is handed out is a copy: whatever a page does to it changes nothing here. */
export const copy = <Value>(value: Value): Value => structuredClone(value);
