import type { BrandWords } from '../en/brand.ts';

export const brandWords: BrandWords = {
  backTo: (shop) => `Zpět na ${shop}`,
  privacy: 'Ochrana soukromí',
  terms: 'Obchodní podmínky',
};
