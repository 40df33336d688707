import { isOnDark } from './on-dark.ts';

/** Name of the file with its digest, which the build wrote beside this script. */
declare const THEME: string;

/** Loads the file by its name; all scripts of a page load the same one, so that they share what it observes. */
type LoadTheme = (name: string) => Promise<typeof import('./theme.ts')>;

/**
 * Calls `changed` when the page around an element becomes dark or light, until `signal` is aborted. Without the file
 * the element keeps the theme that it has.
 */
export const followPage = (
  load: LoadTheme,
  element: Element,
  signal: AbortSignal,
  changed: (dark: boolean) => void,
): void => {
  const dark = isOnDark(element);
  load(THEME).then(
    ({ watchTheme }) => watchTheme(element, signal, dark, changed),
    () => {},
  );
};
