/** The marks of the card brands: plain drawings in one size, so that a customer recognizes the brand at a glance. */

const SVG = 'http://www.w3.org/2000/svg';

/** Each mark is a list of shapes on a field of 36 × 24. A text is set in the typeface of the page. */
const MARKS = {
  visa: [
    ['rect', { width: 36, height: 24, rx: 4, fill: '#1a3d8f' }],
    ['text', { x: 18, y: 16, fill: '#fff', 'font-size': 11, 'font-style': 'italic', 'font-weight': 800 }, 'VISA'],
  ],
  master: [
    ['rect', { width: 36, height: 24, rx: 4, fill: '#23272b' }],
    ['circle', { cx: 14, cy: 12, r: 7, fill: '#e0352b' }],
    ['circle', { cx: 22, cy: 12, r: 7, fill: '#f59a1b' }],
    ['path', { d: 'M18 6.3a7 7 0 0 1 0 11.4 7 7 0 0 1 0-11.4', fill: '#f0681f' }],
  ],
  american_express: [
    ['rect', { width: 36, height: 24, rx: 4, fill: '#1f72b8' }],
    ['text', { x: 18, y: 15.5, fill: '#fff', 'font-size': 10, 'font-weight': 800 }, 'AMEX'],
  ],
  discover: [
    ['rect', { x: 0.5, y: 0.5, width: 35, height: 23, rx: 3.5, fill: '#fff', stroke: '#c9ced2' }],
    ['path', { d: 'M35.5 13v7a3.5 3.5 0 0 1-3.5 3.5H13C24 22 31 18 35.5 13', fill: '#ee7a22' }],
    ['text', { x: 18, y: 12.5, fill: '#23272b', 'font-size': 6.8, 'font-weight': 800 }, 'DISCOVER'],
  ],
  diners_club: [
    ['rect', { x: 0.5, y: 0.5, width: 35, height: 23, rx: 3.5, fill: '#fff', stroke: '#c9ced2' }],
    ['circle', { cx: 18, cy: 12, r: 8, fill: '#1f5d9c' }],
    ['path', { d: 'M16.5 6.7a5.6 5.6 0 0 0 0 10.6zm3 0v10.6a5.6 5.6 0 0 0 0-10.6', fill: '#fff' }],
  ],
  jcb: [
    ['rect', { x: 0.5, y: 0.5, width: 35, height: 23, rx: 3.5, fill: '#fff', stroke: '#c9ced2' }],
    ['path', { d: 'M7 7a3 3 0 0 1 3-3h3v13a3 3 0 0 1-3 3H7z', fill: '#1c5aa6' }],
    ['path', { d: 'M15 7a3 3 0 0 1 3-3h3v13a3 3 0 0 1-3 3h-3z', fill: '#c8202f' }],
    ['path', { d: 'M23 7a3 3 0 0 1 3-3h3v13a3 3 0 0 1-3 3h-3z', fill: '#2e8a3c' }],
  ],
};

const draw = ([name, attributes, text = '']) => {
  const shape = document.createElementNS(SVG, name);
  for (const [attribute, value] of Object.entries(attributes)) shape.setAttribute(attribute, value);
  shape.textContent = text;
  return shape;
};

const markOf = (brand) => {
  const mark = draw(['svg', { viewBox: '0 0 36 24', width: 36, height: 24, 'data-brand': brand }]);
  mark.append(...MARKS[brand].map(draw));
  return mark;
};

/** Fills `place` with all marks. Returns `show(brand)`: only that of the typed card; all again for an unknown one. */
export const brandsIn = (place) => {
  place.replaceChildren(...Object.keys(MARKS).map(markOf));
  return (brand) => {
    for (const mark of place.children) mark.toggleAttribute('hidden', brand in MARKS && mark.dataset.brand !== brand);
  };
};
