/** Lets retried transactions finish before new ones of their queue begin. */
export interface Priority {
  /** Resolves once no transaction of the queue is being retried. */
  passed(queue: string): Promise<void>;
  /** Makes new transactions of the queue wait. Returns the function that lets them continue. */
  take(queue: string): () => void;
}

interface RepeatedTransactions {
  count: number;
  readonly over: PromiseWithResolvers<void>;
}

export const priority = (): Priority => {
  const queues = new Map<string, RepeatedTransactions>();
  return {
    async passed(queue) {
      for (let repeating = queues.get(queue); repeating; repeating = queues.get(queue)) await repeating.over.promise;
    },
    take(queue) {
      const repeating = queues.get(queue) ?? { count: 0, over: Promise.withResolvers<void>() };
      queues.set(queue, repeating);
      repeating.count += 1;
      return () => {
        repeating.count -= 1;
        if (repeating.count > 0) return;
        queues.delete(queue);
        repeating.over.resolve();
      };
    },
  };
};
