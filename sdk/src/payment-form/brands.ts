const SVG = 'http://www.w3.org/2000/svg';

const CARD = 'M4 0h28a4 4 0 0 1 4 4v16a4 4 0 0 1-4 4H4a4 4 0 0 1-4-4V4a4 4 0 0 1 4-4';
const WHITE = '#c9ced2|M4 1h28a3 3 0 0 1 3 3v16a3 3 0 0 1-3 3H4a3 3 0 0 1-3-3V4a3 3 0 0 1 3-3|#fff';

/**
 * Drawings of 36 by 24 units: the color of the card, then pairs of a shape and its color. A shape that is no path is a
 * word, after its size and the height of its baseline. They are drawn by hand because pages with a strict policy load
 * no images, and forbid markup from strings.
 */
const MARKS: Readonly<Record<string, string>> = {
  visa: '#1a3d8f|11 16 VISA|#fff',
  master:
    '#23272b|M14 5a7 7 0 1 0 0 14 7 7 0 1 0 0-14|#e0352b|M22 5a7 7 0 1 0 0 14 7 7 0 1 0 0-14|#f59a1b|M18 6.3a7 7 0 0 1 0 11.4 7 7 0 0 1 0-11.4|#f0681f',
  american_express: '#1f72b8|10 15.5 AMEX|#fff',
  discover: `${WHITE}|M35 13v7a3 3 0 0 1-3 3H13C24 22 31 18 35 13|#ee7a22|6.6 12.5 DISCOVER|#23272b`,
  diners_club: `${WHITE}|M18 4a8 8 0 1 0 0 16 8 8 0 1 0 0-16|#1f5d9c|M16.5 6.7a5.6 5.6 0 0 0 0 10.6zm3 0v10.6a5.6 5.6 0 0 0 0-10.6|#fff`,
  jcb: `${WHITE}|M7 7a3 3 0 0 1 3-3h3v13a3 3 0 0 1-3 3H7z|#1c5aa6|M15 7a3 3 0 0 1 3-3h3v13a3 3 0 0 1-3 3h-3z|#c8202f|M23 7a3 3 0 0 1 3-3h3v13a3 3 0 0 1-3 3h-3z|#2e8a3c`,
};

const draw = (tag: string, attributes: object, text = ''): SVGElement => {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.textContent = text;
  return element;
};

const markOf = (brand: string): SVGElement => {
  const mark = draw('svg', { viewBox: '0 0 36 24', width: 27, height: 18, 'data-brand': brand });
  const [card, ...shapes] = MARKS[brand]!.split('|');
  mark.append(draw('path', { d: CARD, fill: card }));
  for (let index = 0; index < shapes.length; index += 2) {
    const [shape = '', fill] = shapes.slice(index, index + 2);
    const [size, y, word] = shape.split(' ');
    const written = { x: 18, y, fill, 'font-size': size, 'font-weight': 800, 'text-anchor': 'middle' };
    mark.append(shape.startsWith('M') ? draw('path', { d: shape, fill }) : draw('text', written, word));
  }
  return mark;
};

const nameOf = (slug: string): string => slug.replace(/_/g, ' ').replace(/\b[a-z]/g, (letter) => letter.toUpperCase());

/**
 * Puts the marks of the accepted brands into an element; an empty list accepts all. Returns a function that shows only
 * the mark of the given brand, or its name if it has none; all marks for `unknown`.
 */
export const brandsIn = (place: Element, accepted: readonly string[]): ((brand: string) => void) => {
  const marks = Object.keys(MARKS)
    .filter((brand) => !accepted.length || accepted.includes(brand))
    .map((brand) => [brand, markOf(brand)] as const);
  return (brand) => {
    const own = brand === 'unknown' ? marks : marks.filter(([each]) => each === brand);
    place.replaceChildren(...(own.length ? own.map(([, mark]) => mark) : [nameOf(brand)]));
  };
};
