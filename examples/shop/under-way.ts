export type UnderWay = ReturnType<typeof underWay>;

/** The purchases that the shop is waiting for, by account. What is read of an account meanwhile lacks them. */
export const underWay = () => {
  const purchases = new Map<string, Promise<unknown>>();
  return {
    /** Runs a purchase. */
    async run<T>(accountCode: string, purchase: () => Promise<T>): Promise<T> {
      const outcome = purchase();
      purchases.set(accountCode, outcome);
      try {
        return await outcome;
      } finally {
        if (purchases.get(accountCode) === outcome) purchases.delete(accountCode);
      }
    },
    /** Waits for the account's purchase under way, whatever its outcome. */
    async settled(accountCode: string): Promise<void> {
      await purchases.get(accountCode)?.catch(() => undefined);
    },
  };
};
