/** Buying, once: however often the button is pressed, and whatever becomes of an answer on its way. */
import { ask, Refused } from './shop.js';

const UNHEARD =
  'We did not hear whether you have paid. Check your connection, then press the button again: you will not be charged twice.';

/** Nobody knows yet whether it was bought. */
export const isUnheard = ({ status }) => status === 0 || status >= 500;

/** `buy(order, token)` answers `{receipt}`. `token()` is asked for one only when a new attempt is made. Throws Refused. */
export const attempts = () => {
  /** One whose end nobody has heard of. */
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
    // The very same once more: if it was bought, the shop answers with the receipt. What was agreed on then still holds.
    if (open?.what === what) return make({ ...open, body: { ...open.body, agreed: undefined } });
    const key = Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) =>
      part.toString(36).padStart(7, '0'),
    ).join('');
    return make({ key, what, body: { ...order, agreed, token: await token() } });
  };
};
