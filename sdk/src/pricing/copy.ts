/** What is handed out is a copy: whatever a page does to it changes nothing here. */
export const copy = <Value>(value: Value): Value => structuredClone(value);

/** Whether two objects say the same, in whatever order. */
export const isSame = (one: object, other: object | undefined): boolean => {
  const [a, b] = [one, other].map((each) => each && JSON.stringify(Object.entries(each).sort()));
  return a === b;
};
