/** Codes that the demo site accepts, with descriptions. */
export const CODES = [
  ['TIDE15', 'Coupon: 15% off, forever'],
  ['WELCOME5', 'Coupon: $5.00 off, once'],
  ['FIRSTMONTH', 'Coupon: the first month free'],
  ['DEMOGIFTUSD00020', 'Gift card with $20.00'],
  ['DEMOGIFTEUR00050', 'Gift card with €50.00: needs euros'],
];
