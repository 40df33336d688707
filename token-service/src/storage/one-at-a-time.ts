/** Lets works of one name run one after the other, in the order they came. */
export const oneAtATime = () => {
  const last = new Map<string, Promise<unknown>>();
  return async <T>(name: string, work: () => Promise<T>): Promise<T> => {
    const before = last.get(name);
    const done = Promise.withResolvers<void>();
    last.set(name, done.promise);
    try {
      await before;
      return await work();
    } finally {
      done.resolve();
      if (last.get(name) === done.promise) last.delete(name);
    }
  };
};
