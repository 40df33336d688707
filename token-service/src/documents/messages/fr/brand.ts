import type { BrandWords } from '../en/brand.ts';

export const brandWords: BrandWords = {
  backTo: (shop) => `Retour à ${shop}`,
  privacy: 'Confidentialité',
  terms: 'Conditions',
};
