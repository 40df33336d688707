/** Lets those that are being tried again finish before others of their line begin. */
export interface Priority {
  /** Resolves once no transaction of the queue is being retried. */
  passed(line: string): Promise<void>;
  /** From now on others of the line wait. Answers what lets them go on. */
  take(line: string): () => void;
}

interface Repeating {
  count: number;
  readonly over: PromiseWithResolvers<void>;
}

export const priority = (): Priority => {
  const lines = new Map<string, Repeating>();
  return {
    async passed(line) {
      for (let repeating = lines.get(line); repeating; repeating = lines.get(line)) await repeating.over.promise;
    },
    take(line) {
      const repeating = lines.get(line) ?? { count: 0, over: Promise.withResolvers<void>() };
      lines.set(line, repeating);
      repeating.count += 1;
      return () => {
        repeating.count -= 1;
        if (repeating.count > 0) return;
        lines.delete(line);
        repeating.over.resolve();
      };
    },
  };
};
