import { html, type Markup } from '../../../documents/html.ts';

interface Bar {
  readonly label: string;
  readonly value: number;
  /** The value in words. */
  readonly text: string;
}

interface BarChart {
  readonly caption: string;
  readonly bars: readonly Bar[];
}

/** Bars that have room for labels of their own; of more, the first and the last one are labelled. */
const MOST_LABELLED = 13;
/** More bars than a phone has room for labels. */
const MANY = 6;
const HEIGHT = 120;
const WIDTH = 16;
const GAP = 4;

/**
 * A quiet chart of bars with their labels, and its table behind a key, which programs that read aloud have instead of
 * the labels. Bars below zero hang from the line.
 */
export const barChart = ({ caption, bars }: BarChart): Markup => {
  const highest = Math.max(0, ...bars.map(({ value }) => value));
  const lowest = Math.min(0, ...bars.map(({ value }) => value));
  const range = highest - lowest || 1;
  const y = (value: number): number => Math.round(((highest - value) / range) * HEIGHT);
  const zero = y(0);
  const width = bars.length * (WIDTH + GAP);
  const all = bars.length <= MOST_LABELLED;
  const many = bars.length > MANY ? ' many' : '';
  return html`<figure class="chart">
${all ? html`<div class="bar-labels values${many}" aria-hidden="true">${bars.map(({ text }) => html`<span>${text}</span>`)}</div>` : ''}
<svg viewBox="0 0 ${width} ${HEIGHT}" role="img" aria-label="${caption}" preserveAspectRatio="none">
<line x1="0" x2="${width}" y1="${zero}" y2="${zero}"/>
${bars.map(({ label, value, text }, index) => {
  const top = Math.min(y(value), zero);
  const height = Math.max(value === 0 ? 0 : 1, Math.abs(y(value) - zero));
  return html`<rect x="${index * (WIDTH + GAP) + GAP / 2}" y="${top}" width="${WIDTH}" height="${height}"><title>${label}: ${text}</title></rect>`;
})}
</svg>
<div class="bar-labels${all ? many : ' ends'}" aria-hidden="true">${(all ? bars : [bars[0], bars.at(-1)]).map((bar) => html`<span>${bar?.label ?? ''}</span>`)}</div>
<details><summary>Show as a table</summary><table class="draft"><caption class="spoken">${caption}</caption><tbody>${bars.map(
    ({ label, text }) => html`<tr><th scope="row">${label}</th><td class="number">${text}</td></tr>`,
  )}</tbody></table></details>
</figure>`;
};
