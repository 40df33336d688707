/**
 * Whether this is an ABA routing number: nine digits with weights 3, 7, 1 whose sum is a multiple of ten and not zero.
 */
export const isRoutingNumber = (written: string): boolean => {
  if (!/^\d{9}$/.test(written)) return false;
  let sum = 0;
  for (let place = 0; place < 9; place++) sum += Number(written[place]) * [3, 7, 1][place % 3]!;
  return sum > 0 && sum % 10 === 0;
};
