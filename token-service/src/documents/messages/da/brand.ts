import type { BrandWords } from '../en/brand.ts';

export const brandWords: BrandWords = {
  backTo: (shop) => `Tilbage til ${shop}`,
  privacy: 'Privatliv',
  terms: 'Vilkår',
};
