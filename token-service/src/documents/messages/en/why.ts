/** The words in which the amounts of an invoice are explained to customers. */
export const whyWords = {
  title: 'Why this amount?',
  price: 'Full price',
  time: 'Time',
  prorated: 'For this time',
  diff: 'Difference',
  instead: (now: string, before: string) => `${now} instead of ${before}`,
  tier: (from: string, to: string) => `Price for units ${from} to ${to}`,
  lastTier: (from: string) => `Price for units from ${from} on`,
  ramp: (from: string) => `Price from billing cycle ${from} on`,
  trial: 'Free trial',
  usage: 'Usage',
  late: (amount: string) => `Recorded late; ${amount} already billed.`,
  step: (amount: string) => `Price of the step that ${amount} units reach`,
  coupon: (code: string) => `Coupon ${code}`,
  ofInvoice: (amount: string) => `${amount} off the whole invoice, of which this line`,
  credit: (charge: string, invoice: string) => `Credit for “${charge}” on invoice ${invoice}`,
  charged: 'Charged',
  unused: 'Time not used',
  credited: 'Credited',
  total: 'Total',
  rounding: 'Discounts and taxes are rounded once for the whole invoice. So the share of a line can differ by a cent.',
  pdf: 'PDF with this explanation',
  more: 'The other lines are computed in the same way.',
};

export type WhyWords = typeof whyWords;
