import type { Lookup } from '../../domain/payments/gateway-result.ts';
import type { Intent } from '../../domain/payments/intent.ts';
import type { Caller } from '../../ports/caller.ts';
import type { Records } from '../../ports/storage.ts';
import type { Completion, IntentRuleDeps } from './registry.ts';

/** The gateway's report about an operation that it received. */
export type FoundResult = Extract<Lookup, { outcome: 'found' }>['result'];

/**
 * Completes an intent with the outcome that its gateway reports. One that is being reversed, or that the gateway never
 * received, is left to be reversed. Returns `completed`, too, where another process has ended it meanwhile.
 *
 * @param record records the outcome, in one transaction with the intent's end; it closes the intent
 */
export const completeAsFound = async (
  { storage, gateways }: Pick<IntentRuleDeps, 'storage' | 'gateways'>,
  { site, at }: Pick<Caller, 'site' | 'at'>,
  intent: Intent,
  record: (records: Records, result: FoundResult) => Promise<Completion>,
  { numbering = false }: { readonly numbering?: boolean } = {},
): Promise<Completion> => {
  if (intent.reversing) return 'reverse';
  const { gateway_code, gateway_key: key, correlation } = intent;
  const found = await gateways.lookup({ site, at, gateway_code, correlation, key });
  if (found.outcome === 'unknown') return 'unknown';
  if (found.outcome === 'not_found') return 'reverse';
  return storage.transaction(
    site.id,
    async (records): Promise<Completion> => {
      const open = await records.intents.find(intent.id);
      if (!open) return 'completed';
      return open.reversing ? 'reverse' : record(records, found.result);
    },
    { numbering },
  );
};
