/** A payment form, a card element or a challenge, which the library attaches to an element of the page. */
interface Attachable {
  attach(target: Element): unknown;
  on(event: string, listener: (...args: readonly unknown[]) => void): unknown;
  off(): unknown;
  detach?(): unknown;
  remove?(): unknown;
}

/**
 * Attaches an object to an element and reports its events. Enter in one of its fields submits the form around it, as in
 * any other field. Returns a function that takes it off the page; after that it reports nothing more.
 */
export const mount = (
  object: object,
  target: Element,
  events: readonly string[],
  report: (event: string, ...args: readonly unknown[]) => void,
): (() => void) => {
  const attachable = object as Attachable;
  for (const event of events) attachable.on(event, (...args) => report(event, ...args));
  attachable.on('submit', () => target.closest('form')?.requestSubmit());
  attachable.attach(target);
  return () => {
    attachable.off();
    if (attachable.detach) attachable.detach();
    else attachable.remove?.();
  };
};
