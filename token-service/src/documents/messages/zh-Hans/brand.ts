import type { BrandWords } from '../en/brand.ts';

export const brandWords: BrandWords = {
  backTo: (shop) => `返回 ${shop}`,
  privacy: '隐私政策',
  terms: '服务条款',
};
