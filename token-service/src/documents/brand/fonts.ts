import type { FontFamily } from '@service/billing/resources/font-families.ts';

/** The names of the fonts, as their designers and operating systems write them. */
export const FONT_NAMES: Readonly<Record<FontFamily, string>> = {
  'dm-sans': 'DM Sans',
  inter: 'Inter',
  'jetbrains-mono': 'JetBrains Mono',
  lora: 'Lora',
  manrope: 'Manrope',
  montserrat: 'Montserrat',
  nunito: 'Nunito',
  'open-sans': 'Open Sans',
  'playfair-display': 'Playfair Display',
  raleway: 'Raleway',
  roboto: 'Roboto',
  'source-sans-3': 'Source Sans 3',
  'work-sans': 'Work Sans',
};

/** The fonts that stand in for those with serifs or of one width; undefined of all others. */
export const STAND_INS: Readonly<Partial<Record<FontFamily, string>>> = {
  lora: 'Georgia, serif',
  'playfair-display': 'Georgia, serif',
  'jetbrains-mono': 'ui-monospace, monospace',
};
