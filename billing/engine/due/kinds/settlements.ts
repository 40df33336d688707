import { settlePayment } from '../../collections/settle-payment.ts';
import type { PaymentDeps } from '../../intents/open-intent.ts';
import type { DueEntry } from './kind.ts';

/** Bank debits and their refunds, which are looked up at the gateway once a day. */
export const settlements = (deps: Omit<PaymentDeps, 'vault'>): DueEntry => ({
  next: ({ transactions }, until, limit) => transactions.dueForSettlement(until, limit),
  async run(caller, { id, at }) {
    const payment = await deps.storage.of(caller.site.id).transactions.find(id);
    if (payment?.settlement_due_at === at) await settlePayment(deps, caller, payment, caller.at);
  },
});
