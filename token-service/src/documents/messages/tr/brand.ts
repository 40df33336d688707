import type { BrandWords } from '../en/brand.ts';

export const brandWords: BrandWords = {
  backTo: (shop) => `${shop} mağazasına dön`,
  privacy: 'Gizlilik',
  terms: 'Koşullar',
};
