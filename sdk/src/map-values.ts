/** Returns an object with the same names and the mapped values. */
export const mapValues = <Value, Mapped>(
  object: Readonly<Record<string, Value>>,
  map: (value: Value, name: string) => Mapped,
): Record<string, Mapped> =>
  Object.fromEntries(Object.entries(object).map(([name, value]) => [name, map(value, name)]));
