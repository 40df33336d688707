/** Bank account numbers, and how the sandbox treats each. */
export const TEST_ACCOUNTS = [
  ['123456780', 'Routing number of the sandbox’s only bank'],
  ['000123456789', 'Account whose payments arrive'],
  ['111111113', 'Account whose payments are returned'],
];
