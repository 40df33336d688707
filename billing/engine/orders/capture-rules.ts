import { isRefusal } from '../../domain/payments/decline-codes.ts';
import { authorizationSubject } from '../../domain/payments/intent.ts';
import { isRefusedByRule } from '../../values/failure.ts';
import { completeAsFound } from '../intents/complete-as-found.ts';
import type { IntentRuleDeps, IntentRules } from '../intents/registry.ts';
import { endAuthorization } from './authorization-intent.ts';
import { CAPTURE_INTENT } from './capture-intent.ts';
import { recordCapture } from './record-capture.ts';

/**
 * The rules of captures: one whose outcome was not recorded is completed, because reversing it would also lose the
 * authorization. Its order is recorded as of the moment of the capture. Reversing a capture also ends its
 * authorization.
 */
export const captureRules = (deps: IntentRuleDeps): IntentRules => ({
  async complete({ site, at }, intent) {
    try {
      return await completeAsFound(
        deps,
        { site, at },
        intent,
        async (records, result) => {
          if (isRefusal(result)) return 'reverse';
          const { transaction, actor, idempotency_key, at: capturedAt } = CAPTURE_INTENT.read(intent);
          const { correlation } = intent;
          const caller = { site, at: capturedAt, actor, correlation, idempotency_key: idempotency_key ?? undefined };
          await records.intents.close(intent);
          await recordCapture(deps.world, caller, records, transaction);
          return 'completed';
        },
        { numbering: true },
      );
    } catch (error) {
      if (isRefusedByRule(error)) return 'reverse';
      throw error;
    }
  },
  reversedThrough: (intent) => CAPTURE_INTENT.read(intent).authorization,
  async reversed(records, intent, outcome, at) {
    if (outcome === 'nothing') return;
    const authorization = await records.intents.of(authorizationSubject(CAPTURE_INTENT.read(intent).transaction));
    if (authorization) await endAuthorization(records, authorization.id, at);
  },
});
