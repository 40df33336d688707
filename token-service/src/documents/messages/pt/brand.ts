import type { BrandWords } from '../en/brand.ts';

export const brandWords: BrandWords = {
  backTo: (shop) => `Voltar a ${shop}`,
  privacy: 'Privacidade',
  terms: 'Termos',
};
