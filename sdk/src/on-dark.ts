import { plain } from './plain.ts';

/** Whether the customer prefers dark pages: that counts where the page can be either. */
export const DARK_QUERY = '(prefers-color-scheme:dark)';

/**
 * Returns whether text in an element has to be bright: by the nearest background, else by the color scheme in use,
 * which a style or the page's `<meta name="color-scheme">` decides. Reads the page only, and changes nothing in it.
 */
export const isOnDark = (element: Element): boolean => {
  // A shadow tree is in front of its host.
  for (
    let each: Element | undefined = element;
    each;
    each = plain(each).parentElement ?? (plain(each).getRootNode() as ShadowRoot).host
  ) {
    // An element outside the page has no color, and neither has what is around it: that is light.
    const color = getComputedStyle(each).backgroundColor;
    if (/^rgb/.test(color)) {
      const [red, green, , alpha = 1] = color.match(/[\d.]+/g)!.map(Number) as [number, number, number, number?];
      // Nothing behind it shows through. Blue adds next to nothing to the brightness.
      if (alpha > 0.5) return red + 2 * green < 330;
    }
  }
  const { colorScheme } = getComputedStyle(element);
  const schemes =
    colorScheme === 'normal'
      ? document.querySelector<HTMLMetaElement>('meta[name=color-scheme]')?.content
      : colorScheme;
  return /dark/.test(schemes!) && (!/light/.test(schemes!) || matchMedia(DARK_QUERY).matches);
};
