import { verificationRules } from '../accounts/verify-payment.ts';
import { collectionRules } from '../collections/complete-collection.ts';
import { type EndingDeps, type IntentKinds, type Intents, openIntents } from '../intents/registry.ts';
import { authorizationRules } from '../orders/authorization-intent.ts';
import { captureRules } from '../orders/complete-capture.ts';
import { orderRules } from '../orders/order-intent.ts';
import { refundRules } from '../refunds/carry-out-refund.ts';

/** The registry of intents. To add a kind, add its rules. */
export const intentKinds = (deps: EndingDeps): IntentKinds => ({
  order: orderRules,
  authorization: authorizationRules(deps),
  capture: captureRules(deps),
  collection: collectionRules(deps),
  refund: refundRules(deps),
  verification: verificationRules,
});

/** Composes how intents of every kind end. */
export const intentsOf = (deps: EndingDeps): Intents => openIntents(deps, intentKinds(deps));
