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
    const parts = getComputedStyle(each).backgroundColor.split(/[ ,()/]+/);
    if (parts[1]) {
      const [space, first, second, , alpha] = (parts[0] === 'color' ? parts.slice(1) : parts) as [string, ...number[]];
      // Nothing behind it shows through.
      if ((alpha || 1) > 0.5) return brightness(space, +first!, +second!) < (/^[rl]/.test(space) ? 330 : 1.3);
    }
  }
  const { colorScheme } = getComputedStyle(element);
  const schemes =
    colorScheme === 'normal'
      ? document.querySelector<HTMLMetaElement>('meta[name=color-scheme]')?.content
      : colorScheme;
  return /dark/.test(schemes!) && (!/light/.test(schemes!) || matchMedia(DARK_QUERY).matches);
};

/**
 * Returns how bright a color is, as the browser computes it: from 0 to 765 in `rgb`, `lab` and `lch`, whose numbers are
 * large, else from 0 to 3. Blue adds next to nothing. Lightness is weighed so that every space has the same middle.
 */
const brightness = (space: string, first: number, second: number): number =>
  /^l/.test(space) ? first * 7.1 : /^ok/.test(space) ? first * 2.4 : first + 2 * second;
