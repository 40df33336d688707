import type { BrandWords } from '../en/brand.ts';

export const brandWords: BrandWords = {
  backTo: (shop) => `返回 ${shop}`,
  privacy: '隱私權政策',
  terms: '服務條款',
};
