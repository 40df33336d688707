import { takeDunningStep } from '../../dunning/take-dunning-step.ts';
import type { TransitionDeps } from '../../subscriptions/carry-out-transition.ts';
import type { DueKind } from './kind.ts';

export const DUNNING_STEP = 'dunning';

/** Past-due invoices whose next dunning step is due: an event, or the final action. */
export const dunningSteps = (deps: TransitionDeps): DueKind => ({
  kind: DUNNING_STEP,
  next: ({ invoices }, until, limit) => invoices.dueForDunning(until, limit),
  run: (caller, { id }) => takeDunningStep(deps)(caller, id),
});
