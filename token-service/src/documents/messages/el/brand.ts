import type { BrandWords } from '../en/brand.ts';

export const brandWords: BrandWords = {
  backTo: (shop) => `Πίσω: ${shop}`,
  privacy: 'Απόρρητο',
  terms: 'Όροι',
};
