import type { BrandWords } from '../en/brand.ts';

export const brandWords: BrandWords = {
  backTo: (shop) => `Wróć do ${shop}`,
  privacy: 'Prywatność',
  terms: 'Regulamin',
};
