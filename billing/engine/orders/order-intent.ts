import { payloadFormat } from '../intents/payload.ts';
import type { IntentRules } from '../intents/registry.ts';

/** The payment or authorization of an order. Nothing of the order is recorded before it, so nothing completes it. */
export const ORDER_INTENT = payloadFormat<object>('order', 1);

/** The rules of orders: a payment whose process died is reversed, because its client received no invoice. */
export const orderRules: IntentRules = {};
