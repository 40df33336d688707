import { payloadFormat } from '../intents/payload.ts';

/**
 * The payment or authorization of an order. The order is recorded after its payment, so an interrupted payment is
 * reversed, never completed.
 */
export const ORDER_INTENT = payloadFormat<object>('order', 1);
