/**
 * Returns a view of an element with the members that the browser gave it. Those of a form are hidden by controls of the
 * same name or id: with `<input name="elements">` in it, `form.elements` is that input.
 */
export const plain = <E extends Element>(element: E): E =>
  new Proxy(element, {
    get(_, name) {
      const member = Reflect.get(Object.getPrototypeOf(element), name, element);
      return typeof member === 'function' ? member.bind(element) : member;
    },
  });

/** Returns the language of the page around an element, as in HTML; empty if the page names none. */
export const languageAround = (element: Element): string => {
  const named = plain(element).closest('[lang]');
  return (named && plain(named).getAttribute('lang')) ?? '';
};
