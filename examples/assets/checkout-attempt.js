/** Buys once, however often the button is pressed, and even if an answer is lost. */
import { ask, Refused } from './shop.js';

const UNHEARD =
  'We did not hear whether you have paid. Check your connection, then press the button again: you will not be charged twice.';

/** It is not known yet whether the order was placed. */
export const isUnheard = ({ status }) => status === 0 || status >= 500;

const newKey = () =>
  Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36).padStart(7, '0')).join('');

/**
 * `confirm(actionToken, body)` lets the customer confirm a payment to the bank, and returns the result token. Returns
 * `buy(order, agreed, token)`, which returns `{receipt}`; it calls `token()` only for a new attempt. Throws Refused.
 * `buy.resume(actionToken, body)` continues an order that was waiting for the bank when the page was left.
 */
export const attempts = (confirm) => {
  /** An attempt whose outcome is not known. */
  let open;

  /**
   * Sends the order again with what proves the confirmation: another request, so another key. The price is the one that
   * the customer confirmed to the bank.
   */
  const confirmed = async (actionToken, body, what) => {
    const result = await confirm(actionToken, body);
    return make({ key: newKey(), what, body: { ...body, agreed: undefined, confirmed: result } });
  };

  const make = async (attempt) => {
    open = undefined;
    try {
      return await ask('POST', '/api/purchase', attempt.body, { 'Idempotency-Key': attempt.key });
    } catch (error) {
      if (error.confirm) return confirmed(error.confirm, attempt.body, attempt.what);
      if (isUnheard(error)) open = attempt;
      throw error.status === 0 ? new Refused(UNHEARD, {}, error) : error;
    }
  };

  const buy = async (order, agreed, token) => {
    const what = JSON.stringify(order);
    // Repeats the same attempt: if it succeeded, the shop answers with the receipt. The agreed price still applies.
    if (open?.what === what) return make({ ...open, body: { ...open.body, agreed: undefined } });
    return make({ key: newKey(), what, body: { ...order, agreed, token: await token() } });
  };
  return Object.assign(buy, { resume: confirmed });
};
