import type { Frame } from './cpu-profile.ts';

const WIDTH = 1200;
const ROW = 17;
const MARGIN = 12;
const HEAD = 48;
/** Frames that would be narrower are left out, in pixels. */
const NARROWEST = 1.5;
/** Width of a letter of the label, in pixels. */
const LETTER = 6.6;

/** Colors by what a function belongs to; all carry black text. */
const COLORS: readonly (readonly [start: string, color: string])[] = [
  ['token-service/src/adapters/storage/', '#f4a582'],
  ['token-service/', '#fddbc7'],
  ['billing/domain/', '#b8e0a5'],
  ['billing/', '#d9efc8'],
  ['node_modules/', '#d4cdea'],
  ['node:', '#cfd8dc'],
];
/** The color of V8 itself, its garbage collector, and SQLite. */
const NATIVE = '#e8e3d3';

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/**
 * Returns a flame graph as SVG: each row is called by the one above it, and is as wide as the time spent in it and
 * below. `count` is how many operations the frames belong to.
 */
export const flameGraph = (title: string, root: Frame, count: number): string => {
  const rows: string[] = [];
  let deepest = 0;
  const draw = (frame: Frame, x: number, depth: number, scale: number): void => {
    const width = frame.total * scale;
    if (width < NARROWEST) return;
    deepest = Math.max(deepest, depth);
    const y = HEAD + depth * ROW;
    const color = COLORS.find(([start]) => frame.place.startsWith(start))?.[1] ?? NATIVE;
    const each = `${(frame.total / count).toFixed(1)} us`;
    const room = Math.floor((width - 6) / LETTER);
    const label = frame.name.length <= room ? frame.name : room > 3 ? `${frame.name.slice(0, room - 1)}…` : '';
    rows.push(
      `<g><title>${escaped(`${frame.name} ${frame.place}`.trim())}: ${each}</title>` +
        `<rect x="${x.toFixed(1)}" y="${y}" width="${(width - 0.5).toFixed(1)}" height="${ROW - 1}" fill="${color}"/>` +
        (label ? `<text x="${(x + 3).toFixed(1)}" y="${y + 12}">${escaped(label)}</text>` : '') +
        '</g>',
    );
    let left = x;
    for (const called of frame.called) {
      draw(called, left, depth + 1, scale);
      left += called.total * scale;
    }
  };
  draw({ ...root, name: 'all' }, MARGIN, 0, (WIDTH - 2 * MARGIN) / root.total);
  const height = HEAD + (deepest + 1) * ROW + MARGIN;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" role="img" aria-label="${escaped(title)}"`,
    ' font-family="ui-monospace, Menlo, Consolas, monospace" font-size="11">',
    `<rect width="${WIDTH}" height="${height}" fill="#ffffff"/>`,
    `<text x="${MARGIN}" y="28" font-size="15">${escaped(title)}</text>`,
    ...rows,
    '</svg>\n',
  ].join('\n');
};
