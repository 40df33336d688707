import type { FontFamily } from '@service/billing/resources/font-families.ts';
import { buttonOf, mixed, onColor, readableOn } from '../../../documents/brand/colors.ts';
import { FONT_NAMES, STAND_INS } from '../../../documents/brand/fonts.ts';
import { DARK, LIGHT } from '../../style/tokens.ts';

/** The look of a merchant's brand: what differs from the service's own. */
export interface BrandLook {
  /** `#rrggbb` */
  readonly color: string | null;
  readonly font: FontFamily;
}

type Scheme = Readonly<Record<keyof typeof LIGHT, string>>;

/**
 * Returns the stylesheet of a brand, which follows that of all pages. Links have the brand's colour, or one of its hue
 * that can be read; buttons have the colour itself. `fontAddress` returns the address of a font's file.
 */
export const brandSheet = ({ color, font }: BrandLook, fontAddress: (file: string) => string): string =>
  [
    ...(font === 'inter' ? [] : [fontRules(font, fontAddress)]),
    ...(color === null
      ? []
      : [
          `:root {\n${colorsIn(color, LIGHT)}\n}`,
          `@media (prefers-color-scheme: dark) {\n:root {\n${colorsIn(color, DARK)}\n}\n}`,
        ]),
  ].join('\n');

const colorsIn = (color: string, { ground, surface, tint }: Scheme): string => {
  const grounds = [ground, surface, tint];
  const accent = readableOn(color, grounds);
  const button = buttonOf(color, grounds);
  return [
    `--accent: ${accent};`,
    `--accent-strong: ${mixed(accent, onColor(ground), 0.2)};`,
    `--on-accent: ${onColor(accent)};`,
    `--button: ${button.ground};`,
    `--button-strong: ${button.strong};`,
    `--on-button: ${button.text};`,
    `--button-edge: ${button.edge ?? 'transparent'};`,
  ].join('\n');
};

/** The signs that a file of the subset `latin-ext` has. */
const EXTENDED = 'U+0100-0130, U+0132-0151, U+0154-02BA, U+1E00-1E9F, U+1EF2-1EFF, U+20A0-20AB, U+20AD-20C0';

const fontRules = (font: FontFamily, fontAddress: (file: string) => string): string => {
  const name = FONT_NAMES[font];
  const generic = STAND_INS[font] ?? '"Inter Fallback", system-ui, sans-serif';
  const face = (file: string, range = '') => `@font-face {
font-family: "${name}";
src: url("${fontAddress(file)}") format("woff2");
font-weight: 100 900;
font-display: swap;
${range}}`;
  return `${face(`${font}.woff2`)}
${face(`${font}-ext.woff2`, `unicode-range: ${EXTENDED};\n`)}
:root {
--sans: "${name}", ${generic};
--frame-font: ${name}, ${generic.replace('"Inter Fallback", ', '')};
}`;
};
