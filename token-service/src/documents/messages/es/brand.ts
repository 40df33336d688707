import type { BrandWords } from '../en/brand.ts';

export const brandWords: BrandWords = {
  backTo: (shop) => `Volver a ${shop}`,
  privacy: 'Privacidad',
  terms: 'Condiciones',
};
