import type { BrandWords } from '../en/brand.ts';

export const brandWords: BrandWords = {
  backTo: (shop) => `${shop}に戻る`,
  privacy: 'プライバシーポリシー',
  terms: '利用規約',
};
