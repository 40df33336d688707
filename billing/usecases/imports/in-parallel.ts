/**
 * Runs a function for each item, several at a time, and reads no further items meanwhile. The first error ends it once
 * those under way have ended, and is thrown.
 */
export const inParallel = async <T>(
  items: AsyncIterable<T>,
  most: number,
  run: (item: T) => Promise<void>,
): Promise<void> => {
  const underWay = new Set<Promise<void>>();
  const errors: unknown[] = [];
  for await (const item of items) {
    const one: Promise<void> = run(item).then(
      () => void underWay.delete(one),
      (error: unknown) => {
        underWay.delete(one);
        errors.push(error);
      },
    );
    underWay.add(one);
    if (underWay.size >= most) await Promise.race(underWay);
    if (errors.length > 0) break;
  }
  await Promise.all(underWay);
  if (errors.length > 0) throw errors[0];
};
