import { payloadFormat } from '../intents/payload.ts';

/** The payment or authorization of an order. Nothing of the order is recorded before it, so nothing completes it. */
export const ORDER_INTENT = payloadFormat<object>('order', 1);
