import { delayStep } from '../../dunning/missed-steps.ts';
import { takeDunningStep } from '../../dunning/take-dunning-step.ts';
import type { TransitionDeps } from '../../subscriptions/carry-out-transition.ts';
import type { DueEntry } from './kind.ts';

/** Past-due invoices whose next dunning step is due: an event, or the final action. */
export const dunningSteps = (deps: TransitionDeps): DueEntry => ({
  next: ({ invoices }, until, limit) => invoices.dueForDunning(until, limit),
  async run(caller, { id, at }) {
    if (at === caller.at) return takeDunningStep(deps, caller, id);
    // It was due in a month that is closed, and follows in the first open one, with the steps after it.
    await deps.storage.transaction(caller.site.id, (records) => delayStep(records, id, at, caller.at));
  },
});
