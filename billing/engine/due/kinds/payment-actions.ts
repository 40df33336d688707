import { voidAtGateway } from '../../intents/follow-up.ts';
import type { PaymentDeps } from '../../intents/open-intent.ts';
import type { DueEntry } from './kind.ts';

/** Payments that the customer did not confirm in time: the waiting operation is canceled, and the action is removed. */
export const paymentActions = ({ storage, gateways }: Pick<PaymentDeps, 'storage' | 'gateways'>): DueEntry => ({
  next: ({ paymentActions }, until, limit) => paymentActions.ended(until, limit),
  async run({ site, at }, { id }) {
    const found = await storage.of(site.id).paymentActions.get(id);
    if (!found || found.ends_at > at) return;
    if (found.state !== 'used' && found.reference !== null) {
      // From here on no request can use it, and the operation can be canceled.
      await storage.transaction(site.id, ({ paymentActions }) => paymentActions.fail(id));
      const current = await storage.of(site.id).paymentActions.get(id);
      if (current?.state === 'failed') {
        const { gateway_code, correlation, reference, amount_in_cents, currency } = found;
        const key = `${id}/cancel`;
        const canceled = await voidAtGateway(
          gateways,
          { site, at, correlation },
          { gateway_code, key, reference: found.reference, amount_in_cents, currency },
        );
        if (canceled.outcome === 'unknown')
          throw new Error(`Gateway ${gateway_code} did not answer when payment ${reference} was canceled there.`);
      }
    }
    await storage.transaction(site.id, ({ paymentActions }) => paymentActions.remove(id));
  },
});
