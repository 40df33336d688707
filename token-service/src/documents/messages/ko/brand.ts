import type { BrandWords } from '../en/brand.ts';

export const brandWords: BrandWords = {
  backTo: (shop) => `${shop}(으)로 돌아가기`,
  privacy: '개인정보 처리방침',
  terms: '이용약관',
};
