import type { Storage } from '@service/billing/ports/storage.ts';
import { Counter, type Registry } from 'prom-client';
import { countingStorage } from './counting-storage.ts';

type Result = 'challenged' | 'confirmed' | 'completed' | 'failed';

/** Returns what counts the challenges of 3-D Secure that a storage records, and what became of them. */
export const countedChallenges = (
  registry: Registry,
  siteLabel: (siteId: string) => Promise<string>,
): ((storage: Storage) => Storage) => {
  const challenges = new Counter({
    name: 'billing_three_d_secure_total',
    help: 'Challenges of 3-D Secure: challenged, confirmed by the customer, completed by a request, or failed.',
    labelNames: ['site', 'result'],
    registers: [registry],
  });
  return (storage) =>
    countingStorage(storage, siteLabel, (records, counts) => {
      const { paymentActions } = records;
      const count = (result: Result): void => void counts.push((site) => challenges.inc({ site, result }));
      const isOpen = async (key: string): Promise<boolean> => {
        const state = (await paymentActions.get(key))?.state;
        return state === 'waiting' || state === 'confirmed';
      };
      return {
        ...records,
        paymentActions: {
          ...paymentActions,
          async add(action, tokens) {
            await paymentActions.add(action, tokens);
            if (action.state === 'waiting') count('challenged');
          },
          async confirm(key, ...result) {
            // A later result token replaces an earlier one.
            const isFirst = (await paymentActions.get(key))?.state === 'waiting';
            const isConfirmed = await paymentActions.confirm(key, ...result);
            if (isConfirmed && isFirst) count('confirmed');
            return isConfirmed;
          },
          async use(key) {
            const isUsed = await paymentActions.use(key);
            if (isUsed) count('completed');
            return isUsed;
          },
          async fail(key) {
            if (await isOpen(key)) count('failed');
            await paymentActions.fail(key);
          },
          async remove(key) {
            if (await isOpen(key)) count('failed');
            await paymentActions.remove(key);
          },
        },
      };
    });
};
