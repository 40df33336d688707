/** In the fields of a form that `selector` names, Enter redeems what was typed, and sends nothing. */
export const redeemOnEnter = (form, selector) => {
  form.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' || !event.target.matches(selector)) return;
    event.preventDefault();
    // Leaving a field is what tells the page of a change.
    event.target.blur();
    event.target.focus();
  });
};
