/** A total that the customer may not expect is paid only after another press. */
import { moneyIn } from './money.js';

/** `place` shows the request to press again; `quoteNow()` returns the quote on the button, undefined if it has none. */
export const confirmationAt = (button, place, quoteNow) => {
  /** The quote when a press began, which may end after another has arrived. */
  let pressed;
  let isAwaited = false;
  /** The codes that the customer has been told are not in the total. */
  let without = '';

  const verbOf = ({ now }) => (Number(now.total) === 0 ? 'Subscribe' : 'Pay');
  const amountOf = ({ currency, now }) => moneyIn(currency)(now.total);

  const ask = (quote) => {
    place.textContent = `The total is now ${amountOf(quote)}. Press ${verbOf(quote)} again to confirm.`;
    isAwaited = false;
  };

  addEventListener('pointerdown', ({ target }) => {
    pressed = button.contains(target) ? { quote: quoteNow() } : undefined;
  });
  addEventListener('keydown', () => {
    pressed = undefined;
  });

  return {
    /** Asks, if a press has been waiting for this quote. */
    arrived: (quote) => isAwaited && ask(quote),
    /** Returns whether a press that ends now has to be repeated, and asks for that once there is a quote. */
    isNeeded: () => {
      const quote = quoteNow();
      const isOutdated = pressed !== undefined && JSON.stringify(pressed.quote) !== JSON.stringify(quote);
      pressed = undefined;
      isAwaited = quote === undefined;
      if (isOutdated && quote) ask(quote);
      return isOutdated || isAwaited;
    },
    /** Returns whether a press has to be repeated because the total lacks the codes in these fields; asks for that. */
    isNeededWithout: (fields) => {
      const codes = JSON.stringify(fields.map(({ id, value }) => [id, value]));
      if (fields.length === 0 || codes === without) return false;
      without = codes;
      const quote = quoteNow();
      const names = fields.map(({ labels }) => labels[0].textContent.toLowerCase()).join(' and the ');
      const [be, them] = fields.length > 1 ? ['are', 'them'] : ['is', 'it'];
      const press = `Press ${verbOf(quote)} again to go on without ${them}`;
      place.textContent = `The ${names} ${be} not in the total of ${amountOf(quote)}. ${press}.`;
      return true;
    },
    end: () => {
      isAwaited = false;
      place.textContent = '';
    },
  };
};
