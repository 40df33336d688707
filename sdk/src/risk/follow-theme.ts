import { isOnDark } from '../on-dark.ts';

export type Theme = 'light' | 'dark';

/**
 * Returns the theme of a frame: the one chosen, or that of the page around it. `changed` gets the new theme when the
 * page changes its own, until `signal` is aborted.
 */
export const followTheme = (
  chosen: Theme | 'auto',
  frame: Element,
  signal: AbortSignal,
  changed: (theme: Theme) => void,
): (() => Theme) => {
  if (chosen !== 'auto') return () => chosen;
  const read = (): Theme => (isOnDark(frame) ? 'dark' : 'light');
  let last = read();
  const look = () => {
    const theme = read();
    if (theme === last) return;
    last = theme;
    changed(theme);
  };
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', look, { signal });
  document.addEventListener('transitionend', look, { signal });
  // Pages switch their theme by a class, an attribute or a style of the root or the body.
  const observer = new MutationObserver(look);
  for (const element of [document.documentElement, document.body]) observer.observe(element, { attributes: true });
  signal.addEventListener('abort', () => observer.disconnect());
  return read;
};
