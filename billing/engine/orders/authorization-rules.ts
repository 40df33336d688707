import type { IntentRuleDeps, IntentRules } from '../intents/registry.ts';
import { isBeingCaptured, voidAuthorization } from './authorization-intent.ts';

/**
 * The rules of authorizations: one that was not captured in time is reversed; one that expires during its capture waits
 * for the outcome.
 */
export const authorizationRules = ({ storage }: Pick<IntentRuleDeps, 'storage'>): IntentRules => ({
  complete: async ({ site }, intent) => ((await isBeingCaptured(storage.of(site.id), intent)) ? 'unknown' : 'reverse'),
  reversed: (records, intent, _, at) => voidAuthorization(records, intent, at),
});
