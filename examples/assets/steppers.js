/** Two buttons beside a number, for a finger or a mouse. The keyboard has the arrow keys, so Tab skips the buttons. */

/** Makes the buttons `[data-step]` beside the number inputs in `form` work. */
export const steppersIn = (form) => {
  const inputOf = (button) => button.parentElement.querySelector('input');

  const update = (input) => {
    const now = Number(input.value || 0);
    for (const button of input.parentElement.querySelectorAll('[data-step]')) {
      button.disabled = button.dataset.step < 0 ? now <= Number(input.min) : now >= Number(input.max);
    }
  };

  form.addEventListener('click', ({ target }) => {
    const button = target.closest('[data-step]');
    if (!button) return;
    const input = inputOf(button);
    // An impossible number is corrected by the change event before it can be stepped.
    if (button.dataset.step < 0) input.stepDown();
    else input.stepUp();
    for (const type of ['input', 'change']) input.dispatchEvent(new Event(type, { bubbles: true }));
    update(input);
  });
  for (const type of ['input', 'change']) {
    form.addEventListener(type, ({ target }) => target.closest('.stepper') && update(target));
  }
  for (const input of form.querySelectorAll('.stepper input')) update(input);
};
