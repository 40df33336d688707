import type { BrandWords } from '../en/brand.ts';

export const brandWords: BrandWords = {
  backTo: (shop) => `Takaisin: ${shop}`,
  privacy: 'Tietosuoja',
  terms: 'Ehdot',
};
