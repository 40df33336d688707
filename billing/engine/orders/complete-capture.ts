import { isRefusal } from '../../domain/payments/decline-codes.ts';

import { authorizationSubject } from '../../domain/payments/intent.ts';
import { Failure } from '../../values/failure.ts';
import type { Completion, EndingDeps, IntentRules } from '../intents/registry.ts';
import { endAuthorization } from './authorization-intent.ts';
import { CAPTURE_INTENT } from './capture-intent.ts';
import { recordCapture } from './record-capture.ts';

/**
 * The rules of captures: one whose outcome was not recorded is completed, because reversing it would also lose the
 * authorization. Its order is recorded as of the moment of the capture. Reversing a capture also ends its
 * authorization.
 */
export const captureRules = ({ storage, gateways, world }: EndingDeps): IntentRules => ({
  async complete({ site, at }, intent) {
    if (intent.reversing) return 'reverse';
    const { gateway_code, gateway_key: key, correlation } = intent;
    const found = await gateways.lookup({ site, at, gateway_code, correlation, key });
    if (found.outcome === 'unknown') return 'unknown';
    if (found.outcome === 'not_found' || isRefusal(found.result)) return 'reverse';
    const { transaction, actor, idempotency_key, at: capturedAt } = CAPTURE_INTENT.read(intent);
    const caller = { site, at: capturedAt, actor, correlation, idempotency_key: idempotency_key ?? undefined };
    try {
      return await storage.transaction(
        site.id,
        async (records): Promise<Completion> => {
          const open = await records.intents.find(intent.id);
          // Another process has recorded it.
          if (!open) return 'completed';
          if (open.reversing) return 'reverse';
          await records.intents.close(intent.id);
          await recordCapture(world, caller, records, transaction);
          return 'completed';
        },
        { numbering: true },
      );
    } catch (error) {
      if (error instanceof Failure) return 'reverse';
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
