import { isOnDark } from './on-dark.ts';
import { plain } from './plain.ts';

/**
 * Calls `changed` when the page around an element becomes dark or light, until `signal` is aborted. Pages switch their
 * theme with the system, by a class, an attribute or a style of any element around it, or by a sheet or `<meta>`.
 */
export const watchTheme = (element: Element, signal: AbortSignal, changed: (dark: boolean) => void): void => {
  let last = isOnDark(element);
  const look = () => {
    const dark = isOnDark(element);
    if (dark === last) return;
    last = dark;
    changed(dark);
  };
  matchMedia('(prefers-color-scheme:dark)').addEventListener('change', look, { signal });
  // A background that fades has its new color at the end.
  document.addEventListener('transitionend', look, { signal });
  const observer = new MutationObserver(look);
  observer.observe(document.head, { subtree: true, childList: true, attributes: true });
  for (let each: Element | null = element; each; each = plain(each).parentElement ?? hostOf(each)) {
    observer.observe(each, { attributes: true });
  }
  signal.addEventListener('abort', () => observer.disconnect());
};

const hostOf = (element: Element): Element | null => (plain(element).getRootNode() as ShadowRoot).host ?? null;
