/**
 * Returns a function that runs an action at once, or while a pointer is pressed, after it is released and its click has
 * been delivered: an error that appears when a press takes the focus from a field would move the button from under it.
 * A later action of the same name replaces one that waits. Ends with `signal`.
 */
export const whenReleased = (signal: AbortSignal): ((name: string, action: () => void) => void) => {
  const waiting = new Map<string, () => void>();
  let pressed = false;
  const run = () => {
    if (pressed) return;
    const actions = [...waiting.values()];
    waiting.clear();
    for (const action of actions) action();
  };
  const release = () => {
    pressed = false;
    setTimeout(run);
  };
  const options = { capture: true, signal };
  addEventListener(
    'pointerdown',
    () => {
      pressed = true;
    },
    options,
  );
  // A pointer that is released outside the window is not reported; the next key shows that it was.
  for (const event of ['pointerup', 'pointercancel', 'keydown']) addEventListener(event, release, options);
  return (name, action) => {
    waiting.set(name, action);
    run();
  };
};
