/** Returns `15246` US cents as `152.46`: a plain decimal that is independent of the language. */
export const decimal = (minor: number, currency: string): string => {
  const digits = new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits;
  return (minor / 10 ** (digits ?? 2)).toFixed(Math.max(digits ?? 2, 2));
};
