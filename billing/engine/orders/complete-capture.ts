import type { Intent } from '../../domain/payments/intent.ts';
import type { Caller } from '../../ports/caller.ts';
import type { Gateways } from '../../ports/gateway.ts';
import type { Storage } from '../../ports/storage.ts';
import type { World } from '../../ports/world.ts';
import { Failure } from '../../values/failure.ts';
import { recordCapture } from './record-capture.ts';
import type { Completion } from '../collections/complete-collection.ts';
import { readPayload } from '../intents/intent-payload.ts';

interface CompleteDeps {
  readonly storage: Storage;
  readonly gateways: Pick<Gateways, 'lookup'>;
  readonly world: World;
}

/**
 * Completes the capture of an authorization whose outcome was not recorded: reversed, it would cost the merchant the
 * authorization too. The order is recorded as of the moment of the capture. Does nothing when another process has
 * recorded it.
 */
export const completeCapture =
  ({ storage, gateways, world }: CompleteDeps) =>
  async ({ site, at }: Pick<Caller, 'site' | 'at'>, intent: Intent): Promise<Completion> => {
    const capturing = intent.kind === 'payment' ? readPayload(intent, 'payment').capturing : undefined;
    if (!capturing || intent.reversing) return 'reverse';
    const { gateway_code, gateway_key: key, correlation } = intent;
    const found = await gateways.lookup({ site, at, gateway_code, correlation, key });
    if (found.outcome === 'unknown') return 'unknown';
    if (found.outcome === 'not_found' || 'error_code' in found.result) return 'reverse';
    const { transaction, actor, idempotency_key } = capturing;
    const caller = { site, at: capturing.at, actor, correlation, idempotency_key: idempotency_key ?? undefined };
    try {
      return await storage.transaction(
        site.id,
        async (records): Promise<Completion> => {
          const open = await records.intents.find(intent.id);
          if (!open) return 'completed';
          if (open.reversing) return 'reverse';
          await records.intents.close(intent.id);
          await recordCapture(world)(caller, records, transaction);
          return 'completed';
        },
        { numbering: true },
      );
    } catch (error) {
      if (error instanceof Failure) return 'reverse';
      throw error;
    }
  };
