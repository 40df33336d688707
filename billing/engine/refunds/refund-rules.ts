import type { IntentRuleDeps, IntentRules } from '../intents/registry.ts';
import { carryOutRefund } from './carry-out-refund.ts';

/** The rules of refunds, which cannot be reversed: an interrupted one is looked up, then completed. */
export const refundRules = (deps: IntentRuleDeps): IntentRules => ({
  async complete({ site }, intent) {
    await carryOutRefund(deps, site, intent, true);
    return 'completed';
  },
});
