import type { DeclinedByGateway } from '../../domain/payments/gateway-result.ts';
import type { Intent } from '../../domain/payments/intent.ts';
import type { GatewayChoice } from '../../ports/gateway.ts';
import type { Site } from '../../resources/site.ts';
import { Failure } from '../../values/failure.ts';
import { INTENT_LEASE_MS, type PaymentDeps } from './open-intent.ts';

/** The calls of one payment, to one gateway after another until one is reached. */
export interface FailOver {
  ask<R extends object>(call: (gateway_code: string) => Promise<R>): Promise<R>;
  /** The intent, with the gateway that was called last. */
  intent(): Intent;
}

/**
 * Calls the gateway of an intent, and the next that accepts the payment while none was reached. Only then can there be
 * no outcome; after a decline or an unknown outcome, no other gateway is called. The intent names each gateway before
 * it is called, so that a look-up finds it there. `ask` throws `simultaneous_request` when another process has
 * ended or reverses the intent.
 *
 * @param choice undefined: no other gateway can take the payment, because its method is stored at this one
 */
export const failOver = (
  { storage, gateways, world }: Pick<PaymentDeps, 'storage' | 'gateways' | 'world'>,
  site: Site,
  opened: Intent,
  choice: GatewayChoice | undefined,
): FailOver => {
  let intent = opened;
  const tried = [opened.gateway_code];

  const nextGateway = async (): Promise<string | undefined> =>
    choice && !choice.gateway_code ? gateways.choose(site, { ...choice, except: tried }) : undefined;

  return {
    intent: () => intent,
    async ask(call) {
      for (;;) {
        const answer = await call(intent.gateway_code);
        const next = isUnreached(answer) ? await nextGateway() : undefined;
        if (next === undefined) return answer;
        tried.push(next);
        intent = { ...intent, gateway_code: next, leased_until_ms: world.clock.now() + INTENT_LEASE_MS };
        const isOpen = await storage.transaction(site.id, async ({ intents }) => {
          const found = await intents.find(intent.id);
          if (!found || found.reversing) return false;
          await intents.save({ ...found, gateway_code: next, leased_until_ms: intent.leased_until_ms });
          return true;
        });
        if (!isOpen) throw new Failure('simultaneous_request');
      }
    },
  };
};

const isUnreached = (answer: object): boolean => (answer as Partial<DeclinedByGateway>).unreached === true;
