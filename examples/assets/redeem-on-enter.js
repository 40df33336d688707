/** Makes Enter redeem the code, and not submit the form, in the fields that `selector` matches. */
export const redeemOnEnter = (form, selector) => {
  form.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' || !event.target.matches(selector)) return;
    event.preventDefault();
    // The change event is fired when the field loses the focus.
    event.target.blur();
    event.target.focus();
  });
};
