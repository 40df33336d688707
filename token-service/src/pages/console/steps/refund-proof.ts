import { refundProofLimit } from '@service/billing/domain/operators/refund-limit.ts';
import type { ConsoleRoute } from '../route.ts';
import { type ConsolePage, type ConsoleVisit, consoleVisitOf } from '../visit.ts';
import { needFreshProof } from './fresh-proof.ts';

interface RefundForm {
  /** Returns the cents that the form which was sent would refund; undefined if it cannot be carried out. */
  readonly amountOf: (ctx: ConsolePage, visit: ConsoleVisit) => Promise<number | undefined>;
  /** Returns what the form is filled with after the proof. */
  readonly valuesOf: (
    ctx: ConsolePage,
    visit: ConsoleVisit,
  ) => Promise<Readonly<Record<string, string | undefined>>> | Readonly<Record<string, string | undefined>>;
}

/**
 * Returns the routes of a form that refunds: one that refunds more than the limit of `refundProofLimit` is carried out
 * after the operator has proved who they are.
 */
export const provedRefund = (
  routes: readonly ConsoleRoute[],
  { amountOf, valuesOf }: RefundForm,
): readonly ConsoleRoute[] =>
  routes.map((route) => {
    if (route.method === 'get') return route;
    return {
      ...route,
      async run(ctx, next) {
        const visit = consoleVisitOf(ctx);
        const amount = await amountOf(ctx, visit);
        if (amount !== undefined && amount > refundProofLimit(visit.site)) {
          if (needFreshProof(ctx, visit, await valuesOf(ctx, visit))) return;
        }
        await route.run(ctx, next);
      },
    };
  });
