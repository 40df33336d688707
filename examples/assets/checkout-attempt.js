/** Buys once, however often the button is pressed, and even if an answer is lost. */
import { ask, Refused } from './shop.js';

const UNHEARD =
  'We did not hear whether you have paid. Check your connection, then press the button again: you will not be charged twice.';

/** It is not known yet whether the order was placed. */
export const isUnheard = ({ status }) => status === 0 || status >= 500;

/** `buy(order, token)` returns `{receipt}`. `token()` is called only for a new attempt. Throws Refused. */
export const attempts = () => {
  /** An attempt whose outcome is not known. */
  let open;

  const make = async (attempt) => {
    open = undefined;
    try {
      return await ask('POST', '/api/purchase', attempt.body, { 'Idempotency-Key': attempt.key });
    } catch (error) {
      if (isUnheard(error)) open = attempt;
      throw error.status === 0 ? new Refused(UNHEARD, {}, error) : error;
    }
  };

  return async (order, agreed, token) => {
    const what = JSON.stringify(order);
    // Repeats the same attempt: if it succeeded, the shop answers with the receipt. The agreed price still applies.
    if (open?.what === what) return make({ ...open, body: { ...open.body, agreed: undefined } });
    const key = Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) =>
      part.toString(36).padStart(7, '0'),
    ).join('');
    return make({ key, what, body: { ...order, agreed, token: await token() } });
  };
};
