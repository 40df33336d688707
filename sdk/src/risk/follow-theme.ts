import { isOnDark } from '../on-dark.ts';
import { watchTheme } from '../watch-theme.ts';

export type Theme = 'light' | 'dark';

const themeOf = (dark: boolean): Theme => (dark ? 'dark' : 'light');

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
  watchTheme(frame, signal, (dark) => changed(themeOf(dark)));
  return () => themeOf(isOnDark(frame));
};
