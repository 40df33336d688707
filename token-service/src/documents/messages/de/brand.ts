import type { BrandWords } from '../en/brand.ts';

export const brandWords: BrandWords = {
  backTo: (shop) => `Zurück zu ${shop}`,
  privacy: 'Datenschutz',
  terms: 'AGB',
};
