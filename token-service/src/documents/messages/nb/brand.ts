import type { BrandWords } from '../en/brand.ts';

export const brandWords: BrandWords = {
  backTo: (shop) => `Tilbake til ${shop}`,
  privacy: 'Personvern',
  terms: 'Vilkår',
};
