/** Payment methods in words, as a customer recognizes them. */

/** `Visa ending in 1111`, of a billing info as the shop returns it. */
export const methodInWords = ({ type, card_type, account_type, last_four, first_name, last_name }) => {
  if (type === 'paypal') return `Wallet of ${first_name} ${last_name}`;
  const name = type === 'bank_account' ? `${account_type} account` : card_type.replace('MasterCard', 'Mastercard');
  return `${name[0].toUpperCase()}${name.slice(1)} ending in ${last_four}`;
};
