/** Charges that remain after a subscription was canceled, in the same words in mail and on pages. */
export const afterEnd = {
  noCharge: 'You will not be charged for it again.',
  noMore: 'Apart from that, you will not be charged for it again.',
  owed: (amount: string) => `You still owe ${amount} on earlier invoices.`,
  underWay: (amount: string) => `A payment of ${amount} is still under way.`,
  uninvoiced: (amount: string) => `Charges of ${amount} are not invoiced yet and follow.`,
  usage: 'What you use until then is billed at the end.',
  renews: 'Until then it renews and is charged as before.',
};

export type AfterEndWords = typeof afterEnd;
