import type { PaymentDeps } from '../../intents/open-intent.ts';
import type { DueEntry } from './kind.ts';

/** Payment intents whose process died before it recorded an outcome, and authorizations that were never captured. */
export const paymentIntents = (deps: Omit<PaymentDeps, 'vault'>): DueEntry => ({
  next: ({ intents }, until, limit) => intents.abandoned(until, limit),
  async run(caller, { id }) {
    const intent = await deps.storage.of(caller.site.id).intents.find(id);
    if (intent) await deps.intents.end(caller, intent);
  },
});
