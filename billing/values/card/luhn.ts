/** The value of each digit when doubled: the sum of the digits of its double. */
const DOUBLED = '0246813579';

/** Whether a string of digits passes the mod-10 check with a sum above zero. Anything but digits fails. */
export const passesLuhn = (digits: string): boolean => {
  const sum = [...digits].reverse().reduce((sum, digit, place) => sum + Number(place % 2 ? DOUBLED[+digit] : digit), 0);
  return /^\d+$/.test(digits) && sum > 0 && sum % 10 === 0;
};
