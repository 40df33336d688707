/** Runs `action`, but never twice at once; meanwhile the button shows its progress, if it has an element for that. */
export const whileBusy = (button, action) => async () => {
  if (button.getAttribute('aria-disabled') === 'true') return;
  const [label, progress] = [button.querySelector('.label'), button.querySelector('.progress')];
  const turn = (busy) => {
    button.setAttribute('aria-disabled', String(busy));
    if (label) label.hidden = busy;
    if (progress) progress.hidden = !busy;
  };
  turn(true);
  try {
    await action();
  } finally {
    turn(false);
  }
};
