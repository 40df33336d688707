import { takeDunningStep } from '../../dunning/take-dunning-step.ts';
import type { TransitionDeps } from '../../subscriptions/carry-out-transition.ts';
import type { DueEntry } from './kind.ts';

/** Past-due invoices whose next dunning step is due: an event, or the final action. */
export const dunningSteps = (deps: TransitionDeps): DueEntry => ({
  next: ({ invoices }, until, limit) => invoices.dueForDunning(until, limit),
  run: (caller, { id }) => takeDunningStep(deps, caller, id),
});
