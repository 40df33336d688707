/** A price that changed during a press of the button is paid only after another press. */
import { moneyIn } from './money.js';

/** `place` shows the request to press again; `quoteNow()` returns the quote on the button, undefined if it has none. */
export const confirmationAt = (button, place, quoteNow) => {
  /** The quote when a press began, which may end after another has arrived. */
  let pressed;
  let isAwaited = false;

  const ask = ({ currency, now }) => {
    const verb = Number(now.total) === 0 ? 'Subscribe' : 'Pay';
    place.textContent = `The total is now ${moneyIn(currency)(now.total)}. Press ${verb} again to confirm.`;
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
    end: () => {
      isAwaited = false;
      place.textContent = '';
    },
  };
};
