import { DARK_QUERY, isOnDark } from './on-dark.ts';

/** A look at each element that is watched. Those of elements that the page removed and forgot disappear with them. */
const looks = new Set<WeakRef<() => void>>();
const ALL = { subtree: true, childList: true, attributes: true };
let isDue = false;
let observer: MutationObserver | undefined;

/** Looks once before the next picture, however much of the page has changed until then. */
const lookSoon = () => {
  if (isDue) return;
  isDue = true;
  requestAnimationFrame(() => {
    isDue = false;
    for (const each of looks) {
      const look = each.deref();
      if (look) look();
      else looks.delete(each);
    }
  });
};

/**
 * Calls `changed` when the page around an element becomes dark or light, until `signal` is aborted; not while the
 * element is outside the page. `last`: whether the element is dark now. Pages switch their theme with the system, by a
 * class, an attribute or a style of any element around it, or by a sheet or `<meta>`. All elements share one observer.
 */
export const watchTheme = (
  element: Element,
  signal: AbortSignal,
  last: boolean,
  changed: (dark: boolean) => void,
): void => {
  const look = () => {
    if (signal.aborted) looks.delete(reference);
    else if (element.isConnected && isOnDark(element) !== last) {
      last = !last;
      changed(last);
    }
  };
  const reference = new WeakRef(look);
  looks.add(reference);
  look();
  // The signal also keeps the look, for as long as the owner of the element keeps the signal.
  signal.addEventListener('abort', look);
  if (!observer) {
    observer = new MutationObserver(lookSoon);
    matchMedia(DARK_QUERY).addEventListener('change', lookSoon);
    // A background that fades has its new color at the end, and a sheet that is loaded is known then.
    document.addEventListener('transitionend', lookSoon, true);
    document.addEventListener('load', lookSoon, true);
  }
  // What was observed before is observed once. A shadow tree is observed apart from what is around its host.
  observer.observe(document, ALL);
  for (let each = element; each; ) {
    const root = each.getRootNode();
    observer.observe(root, ALL);
    each = (root as ShadowRoot).host;
  }
};
