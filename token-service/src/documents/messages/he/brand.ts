import type { BrandWords } from '../en/brand.ts';
import { isolated } from '../isolated.ts';

export const brandWords: BrandWords = {
  backTo: (shop) => isolated`חזרה אל ${shop}`,
  privacy: 'פרטיות',
  terms: 'תנאים',
};
