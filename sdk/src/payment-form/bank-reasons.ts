/** Returns the reason why a value of a bank account is not valid, for the customer who leaves its field. */
export const bankReason = (name: string, value: string, accountNumber: string): string => {
  const written = value.replace(/[\s-]/g, '');
  if (!written) return '';
  if (name === 'routing_number') return /^\d{9}$/.test(written) ? '' : 'incomplete';
  if (name === 'account_number') return /^\d{4,17}$/.test(written) ? '' : 'invalid';
  return name === 'account_number_confirmation' && value !== accountNumber ? 'mismatch' : '';
};
