import type { BrandWords } from '../en/brand.ts';

export const brandWords: BrandWords = {
  backTo: (shop) => `Torna a ${shop}`,
  privacy: 'Privacy',
  terms: 'Condizioni',
};
