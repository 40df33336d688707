/** In the fields of a form that `selector` matches, Enter redeems the code, and does not submit the form. */
export const redeemOnEnter = (form, selector) => {
  form.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' || !event.target.matches(selector)) return;
    event.preventDefault();
    // The change event is fired when the field loses the focus.
    event.target.blur();
    event.target.focus();
  });
};
