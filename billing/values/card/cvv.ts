import type { Brand } from './brand.ts';

/** Whether this is a security code: three or four digits, or as many as the brand prints. Blanks around it are fine. */
export const isCvv = (written: string, brand?: Pick<Brand, 'cvvLengths'>): boolean => {
  const code = written.trim();
  return /^\d+$/.test(code) && (brand?.cvvLengths ?? [3, 4]).includes(code.length);
};
