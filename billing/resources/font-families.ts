/** The fonts that the service serves, by the names of their packages. */
export const FONT_FAMILIES = [
  'dm-sans',
  'inter',
  'jetbrains-mono',
  'lora',
  'manrope',
  'montserrat',
  'nunito',
  'open-sans',
  'playfair-display',
  'raleway',
  'roboto',
  'source-sans-3',
  'work-sans',
] as const;

export type FontFamily = (typeof FONT_FAMILIES)[number];
