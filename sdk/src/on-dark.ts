import { plain } from './plain.ts';

/**
 * Returns whether text in an element has to be bright: by the nearest background, else by the color scheme in use,
 * which a style or the page's `<meta name="color-scheme">` decides. Only system colors tell which one that is.
 */
export const isOnDark = (element: Element): boolean => {
  const canvas = document.createElement('i');
  canvas.style.background = 'canvas';
  element.after(canvas);
  for (let each = element; ; ) {
    // An element outside the page has no color, and neither has what is around it: that is light.
    const color = getComputedStyle(each).backgroundColor || 'rgb999';
    const [red = 0, green = 0, , alpha = 1] = color.match(/[\d.]+/g)!.map(Number);
    const isOpaque = /^rgb/.test(color) && alpha > 0.5;
    // Nothing behind it shows through, or there is nothing: a style of the page may take the color of the canvas, too.
    if (isOpaque || each === canvas) {
      canvas.remove();
      // Blue adds next to nothing to the brightness.
      return isOpaque && red + 2 * green < 330;
    }
    // A shadow tree is in front of its host.
    each = plain(each).parentElement ?? (plain(each).getRootNode() as ShadowRoot).host ?? canvas;
  }
};
