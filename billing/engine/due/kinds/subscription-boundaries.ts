import { nextBoundary } from '../../../domain/subscriptions/boundary.ts';
import { isTrialPeriod } from '../../../domain/subscriptions/periods.ts';
import type { ShownSubscription } from '../../../domain/subscriptions/record.ts';
import type { Caller } from '../../../ports/caller.ts';
import type { Records } from '../../../ports/storage.ts';
import { siteTime } from '../../../resources/site.ts';
import { Failure } from '../../../values/failure.ts';
import type { Seconds } from '../../../values/time.ts';
import { boundaryUpdate } from '../../subscriptions/boundary-update.ts';
import { carryOutTransition, draftTransition, type TransitionDeps } from '../../subscriptions/carry-out-transition.ts';
import { countLate, hasReachedCatchUpLimit, needsAgreement } from '../../subscriptions/catch-up.ts';
import type { Update } from '../../subscriptions/decision.ts';
import type { DueEntry } from './kind.ts';

/**
 * Subscriptions that reach a boundary: renewals, starts, pauses, trial conversions and expiries. Processes one boundary
 * at a time, so that each missed period has an invoice of its own, dated at its boundary. Each boundary is processed
 * once, because the saved record names the next one.
 */
export const subscriptionBoundaries = (deps: TransitionDeps): DueEntry => ({
  next: ({ subscriptions }, until, limit) => subscriptions.atBoundary(until, limit),
  async run(caller, { id, at }) {
    try {
      await carryOutTransition(deps, caller, id, (before) => decide(deps, caller, before, at), 'waits');
    } catch (error) {
      // Removed meanwhile.
      if (!(error instanceof Failure) || error.symbol !== 'not_found') throw error;
    }
  },
});

const decide = async (
  deps: TransitionDeps,
  caller: Caller,
  before: ShownSubscription,
  boundary: Seconds,
): Promise<Update | undefined> => {
  // Another worker may have done it.
  if (nextBoundary(before) !== boundary) return undefined;
  const renewal = boundaryUpdate(before, caller.at);
  if (!renewal) return undefined;
  const { transition } = renewal;
  if (!transition.charges.some(({ kind }) => kind === 'period')) return renewal;
  const draft = () => draftTransition(deps, caller, before, renewal);
  if (isTrialPeriod(before) && (await isUnpayable(deps, caller, before)) && ((await draft())?.due ?? 0) > 0)
    return boundaryUpdate(before, caller.at, { unpayable: true });
  if (hasReachedCatchUpLimit(caller.site, before)) throw needsAgreement(before, transition.subscription, await draft());
  const subscription = countLate(before, transition.subscription, siteTime(caller.site, deps.world.clock));
  return { ...renewal, transition: { ...transition, subscription } };
};

/** Whether the plan costs something, and there is no billing info to charge. */
const isUnpayable = async (
  { storage }: TransitionDeps,
  { site }: Caller,
  { collection_method, unit_amount_in_cents, quantity, account_id }: ShownSubscription,
): Promise<boolean> =>
  collection_method === 'automatic' &&
  unit_amount_in_cents * quantity > 0 &&
  !(await hasMethod(storage.of(site.id), account_id));

const hasMethod = async (
  { accounts, paymentMethods }: Pick<Records, 'accounts' | 'paymentMethods'>,
  accountId: string,
): Promise<boolean> => (await paymentMethods.primary(await accounts.payerId(accountId))) !== undefined;
