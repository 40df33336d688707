import { brandWords } from './brand.ts';
import { whyWords } from './why.ts';

/** The texts of an invoice besides names, dates and amounts. Every language has the same ones. */
export const invoiceWords = {
  title: { charge: 'Invoice', credit: 'Credit invoice' },
  number: 'Number',
  issued: 'Date',
  due: 'Due',
  onReceipt: 'On receipt',
  poNumber: 'PO number',
  forInvoice: 'For invoice',
  billedTo: 'Billed to',
  shippedTo: 'Shipped to',
  from: 'From',
  vatNumber: (number: string) => `VAT number ${number}`,
  /** Beside the largest figure. */
  amountDue: 'Amount due',
  totalPaid: 'Total',
  credited: 'Credit',
  state: {
    paid: (date: string) => `Paid on ${date}`,
    pending: (date: string) => `Due on ${date}`,
    pendingOnReceipt: 'Due on receipt',
    processing: 'Your payment is on its way',
    past_due: (date: string) => `Past due since ${date}`,
    failed: 'No longer collected',
    open: (left: string) => `${left} left to spend`,
    closed: (date: string) => `Settled on ${date}`,
    voided: 'Void',
  },
  description: 'Description',
  quantity: 'Quantity',
  unitPrice: 'Unit price',
  amount: 'Amount',
  unnamed: { charge: 'Charge', credit: 'Credit' },
  generated: {
    setupFee: (plan: string) => `${plan}: setup fee`,
    giftCard: 'Gift card',
    lastTier: (name: string, from: string) => `${name} (${from} and up)`,
  },
  lineDiscount: (amount: string) => `Discount ${amount}`,
  /** Takes the code of an account that the payer of the invoice pays for. */
  forAccount: (account: string) => `For account ${account}`,
  subtotal: 'Subtotal',
  discount: 'Discount',
  salesTax: (region: string, rate: string) => `${region} sales tax (${rate})`,
  vat: (region: string, rate: string) => `VAT ${region} (${rate})`,
  otherTax: (name: string, rate: string) => `${name} (${rate})`,
  /** A tax that the price contains. */
  includes: (tax: string) => `Includes ${tax}`,
  total: 'Total',
  balance: 'Balance due',
  creditLeft: 'Credit left',
  card: (brand: string, lastFour: string) => `${brand} ending in ${lastFour}`,
  bankAccount: (lastFour: string) => `Bank account ending in ${lastFour}`,
  methods: {
    credit_card: 'Card',
    paypal: 'Wallet',
    eft: 'Bank account',
    check: 'Check',
    wire_transfer: 'Wire transfer',
    money_order: 'Money order',
    other: 'Payment',
  },
  paidBy: (method: string, date: string) => `${method}, ${date}`,
  refundedTo: (method: string, date: string) => `Refunded to ${method}, ${date}`,
  /** Takes the number of a credit invoice. */
  creditFrom: (number: string) => `Credit from credit invoice ${number}`,
  writtenOffBy: (number: string) => `Written off by credit invoice ${number}`,
  /** Takes the number of an invoice. */
  creditTo: (number: string) => `Paid invoice ${number}`,
  /** The invoice that the credit was made of. */
  takenOff: (number: string) => `Taken off invoice ${number}`,
  creditRemoved: 'Credit removed',
  notes: 'Notes',
  terms: 'Terms',
  reverseCharge: 'Reverse charge',
  brand: brandWords,
  why: whyWords,
  page: (page: number, pages: number) => `Page ${page} of ${pages}`,
};

export type InvoiceWords = typeof invoiceWords;
