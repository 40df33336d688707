/** Records that are read together unless a report needs more for each. */
const TOGETHER = 2000;

/** Returns all records of a list that is read a page at a time, so that memory holds one page. */
export async function* everyPage<T>(
  read: (after: T | undefined, limit: number) => Promise<readonly T[]>,
  limit = TOGETHER,
): AsyncGenerator<T, void> {
  let after: T | undefined;
  for (;;) {
    const page = await read(after, limit);
    yield* page;
    if (page.length < limit) return;
    after = page.at(-1);
  }
}
