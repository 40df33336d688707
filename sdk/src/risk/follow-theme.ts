import type { Core } from '../elements/core.ts';
import { loadPart } from '../load-part.ts';
import { followPage } from '../load-theme.ts';
import { isOnDark } from '../on-dark.ts';

export type Theme = 'light' | 'dark';

const themeOf = (dark: boolean): Theme => (dark ? 'dark' : 'light');

/**
 * Returns the theme of a frame: the one chosen, or that of the page around it. `changed` gets the new theme when the
 * page changes its own, until `signal` is aborted.
 */
export const followTheme = (
  { config, ServiceError }: Pick<Core, 'config' | 'ServiceError'>,
  chosen: Theme | 'auto',
  frame: Element,
  signal: AbortSignal,
  changed: (theme: Theme) => void,
): (() => Theme) => {
  if (chosen !== 'auto') return () => chosen;
  const load = (name: string) => loadPart<typeof import('../theme.ts')>(config().api, name, ServiceError);
  followPage(load, frame, signal, (dark) => changed(themeOf(dark)));
  return () => themeOf(isOnDark(frame));
};
