import type { BrandWords } from '../en/brand.ts';

export const brandWords: BrandWords = {
  backTo: (shop) => `Tillbaka till ${shop}`,
  privacy: 'Integritet',
  terms: 'Villkor',
};
