import { collectionRules } from '../collections/collection-rules.ts';
import { type IntentKinds, type IntentRuleDeps, type Intents, intentRegistry } from '../intents/registry.ts';
import { authorizationRules } from '../orders/authorization-rules.ts';
import { captureRules } from '../orders/capture-rules.ts';
import { refundRules } from '../refunds/refund-rules.ts';

/**
 * The registry of intents. To add a kind, add its rules. An order and a verification have none: their client received
 * no response, so their payment is reversed, and nothing was recorded.
 */
export const intentKinds = (deps: IntentRuleDeps): IntentKinds => ({
  order: {},
  verification: {},
  authorization: authorizationRules(deps),
  capture: captureRules(deps),
  collection: collectionRules(deps),
  refund: refundRules(deps),
});

/** Composes how intents of every kind end. */
export const intentsOf = (deps: IntentRuleDeps): Intents => intentRegistry(deps, intentKinds(deps));
