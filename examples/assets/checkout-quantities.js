/** The quantities of an order. An impossible one is corrected, explained, and bought only on a second press. */

const explain = ({ min, max, value }) => `Choose a whole number from ${min} to ${max}. We changed it to ${value}.`;

/** The nearest whole number that can be ordered. */
const nearest = ({ min, max, valueAsNumber: said }) =>
  Math.min(Math.max(Math.trunc(said || 0), Number(min)), Number(max));

/**
 * Corrects the number inputs in `form` when they change, before other listeners read them. `board` shows the
 * explanations; `button` pays.
 */
export const quantitiesIn = (form, board, button) => {
  /** Explanations that the customer has not confirmed yet, by the id of the input. */
  let corrections = {};
  let isPressing = false;

  const show = () => board.add(corrections);

  const correct = (input) => {
    // An input that accepts zero may be left empty.
    const isNone = input.value === '' && !input.validity.badInput && Number(input.min) === 0;
    const isWrong = !isNone && (input.value === '' || !input.validity.valid);
    // The library reads "1e1" as 1.
    const text = String(nearest(input));
    if (input.value !== text) input.value = text;
    if (!isWrong) return;
    corrections = { ...corrections, [input.id]: explain(input) };
    // A text that appears under the pointer would move the button away from a press in progress.
    if (!isPressing) show();
  };

  button.addEventListener('pointerdown', () => {
    isPressing = true;
    const release = () =>
      setTimeout(() => {
        isPressing = false;
        if (Object.keys(corrections).length > 0) show();
      });
    for (const end of ['click', 'pointercancel']) addEventListener(end, release, { once: true });
  });
  form.addEventListener('input', (event) => {
    const { target } = event;
    delete corrections[target.id];
    // An impossible quantity has no price: the library, which listens around the form, gets the corrected one.
    if (target.type === 'number' && !target.validity.valid) event.stopPropagation();
  });
  addEventListener('change', ({ target }) => form.contains(target) && target.type === 'number' && correct(target), {
    capture: true,
  });

  return {
    /** Returns whether a correction has to be confirmed: shows it, and counts it as confirmed from then on. */
    review: () => {
      for (const input of form.querySelectorAll('[type="number"]:invalid')) {
        input.dispatchEvent(new Event('change', { bubbles: true }));
      }
      const isOpen = Object.keys(corrections).length > 0;
      if (isOpen) {
        show();
        board.focusFirst();
      }
      corrections = {};
      return isOpen;
    },
  };
};
