const ZERO = 48;

/** Whether a string of digits passes the mod-10 check with a sum above zero. Anything but digits fails. */
export const passesLuhn = (digits: string): boolean => {
  let sum = 0;
  for (let place = 0; place < digits.length; place += 1) {
    const digit = digits.charCodeAt(digits.length - 1 - place) - ZERO;
    sum += place % 2 ? digit * 2 - (digit > 4 ? 9 : 0) : digit;
  }
  return sum > 0 && sum % 10 === 0 && /^\d+$/.test(digits);
};
