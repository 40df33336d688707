import type { BrandWords } from '../en/brand.ts';

export const brandWords: BrandWords = {
  backTo: (shop) => `Terug naar ${shop}`,
  privacy: 'Privacy',
  terms: 'Voorwaarden',
};
