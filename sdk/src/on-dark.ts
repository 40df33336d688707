import { plain } from './plain.ts';

/** Returns the red, green and blue of a color that covers what is behind it; undefined for others. */
const opaque = (color: string): readonly number[] | undefined => {
  const [red = 0, green = 0, blue = 0, alpha = 1] = (color.match(/[\d.]+/g) ?? []).map(Number);
  return color.startsWith('rgb') && alpha > 0.5 ? [red, green, blue] : undefined;
};

/** Returns whether the page is dark around an element: by the nearest background, else by its color scheme. */
export const isOnDark = (element: Element): boolean => {
  for (let each: Element | null = element.parentElement; each; each = plain(each).parentElement) {
    const [red = 0, green = 0, blue = 0] = opaque(getComputedStyle(each).backgroundColor) ?? [-1];
    if (red >= 0) return red * 0.3 + green * 0.6 + blue * 0.1 < 110;
  }
  const scheme = getComputedStyle(element).colorScheme;
  return /dark/.test(scheme) && (!/light/.test(scheme) || matchMedia('(prefers-color-scheme: dark)').matches);
};
