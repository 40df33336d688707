import { type Brand, UNKNOWN_BRAND } from './brand.ts';

/** Whether this is a security code: three or four digits, or as many as the brand prints. Blanks around it are fine. */
export const isCvv = (written: string, brand: Pick<Brand, 'cvvLengths'> = UNKNOWN_BRAND): boolean => {
  const code = written.trim();
  return /^\d+$/.test(code) && brand.cvvLengths.includes(code.length);
};
