import { cardBrand } from './card-brand.ts';
import { child, children, childText, type XmlElement } from './xml.ts';

export interface InvoiceLine {
  /** `plan`, `add_on`, `setup_fee`, `plan_trial`, `add_on_trial`, `debit` … */
  readonly origin: string;
  readonly description: string;
  readonly quantity: number;
  /** All amounts are whole numbers of the currency's minor unit. */
  readonly unit_amount: number;
  readonly discount: number;
  readonly tax: number;
  readonly taxes: readonly InvoiceTax[];
}

/** A rate that applies: `{ region: 'CA', rate: '0.0875' }`. */
export interface InvoiceTax {
  readonly region: string;
  readonly rate: string;
}

export interface InvoicePayment {
  readonly status: string;
  readonly amount: number;
  readonly method: string;
  readonly card_type: string | undefined;
  readonly last_four: string | undefined;
  /** The `error_code` of a decline. */
  readonly error_code: string | undefined;
}

/** The parts of an invoice that the shop shows. */
export interface Invoice {
  /** Undefined for a preview. */
  readonly number: string | undefined;
  readonly account_code: string;
  readonly state: string;
  readonly created_at: string;
  readonly currency: string;
  readonly lines: readonly InvoiceLine[];
  readonly discount: number;
  readonly tax: number;
  readonly total: number;
  /** The balance, to be paid with money. */
  readonly balance: number;
  /** Amounts paid by each kind of credit: `gift_card` for one redeemed now, `payment` for credit of the account. */
  readonly credit: readonly { readonly action: string; readonly amount: number }[];
  readonly payments: readonly InvoicePayment[];
}

/** The invoices of an order: one charge invoice, and the rest of a gift card that was redeemed for it. */
export interface SoldOrder {
  readonly invoice: Invoice;
  readonly left: number;
}

/** Reads an `invoice_collection`. */
export const readSold = (collection: XmlElement): SoldOrder | undefined => {
  const charge = child(collection, 'charge_invoice');
  const credits = listed(collection, 'credit_invoices', 'credit_invoice').map(readInvoice);
  return charge && { invoice: readInvoice(charge), left: -sum(credits.map(({ balance }) => balance)) };
};

export const readInvoice = (invoice: XmlElement): Invoice => ({
  number: childText(invoice, 'invoice_number'),
  account_code: accountOf(invoice),
  state: read(invoice, 'state'),
  created_at: read(invoice, 'created_at'),
  currency: read(invoice, 'currency'),
  lines: listed(invoice, 'line_items', 'adjustment').map(readLine),
  discount: cents(invoice, 'discount'),
  tax: cents(invoice, 'tax'),
  total: cents(invoice, 'total'),
  balance: cents(invoice, 'balance'),
  credit: listed(invoice, 'credit_payments', 'credit_payment').map((each) => ({
    action: read(each, 'action'),
    amount: cents(each, 'amount'),
  })),
  payments: listed(invoice, 'transactions', 'transaction').map(readPayment),
});

export const sum = (amounts: readonly number[]): number => amounts.reduce((total, each) => total + each, 0);

/** The sum of lines before discounts and tax. */
export const gross = (lines: readonly InvoiceLine[]): number =>
  sum(lines.map(({ unit_amount, quantity }) => unit_amount * quantity));

/** The rates that apply to any of the lines, each once. */
export const taxesOf = (lines: readonly InvoiceLine[]): InvoiceTax[] => [
  ...new Map(lines.flatMap(({ taxes }) => taxes).map((tax) => [`${tax.region} ${tax.rate}`, tax])).values(),
];

const readLine = (line: XmlElement): InvoiceLine => ({
  origin: read(line, 'origin'),
  description: read(line, 'description'),
  quantity: Number(read(line, 'quantity')),
  unit_amount: cents(line, 'unit_amount'),
  discount: cents(line, 'discount'),
  tax: cents(line, 'tax'),
  taxes: listed(line, 'tax_details', 'tax_detail').map((each) => ({
    region: childText(each, 'name') ?? read(line, 'tax_region'),
    rate: read(each, 'tax_rate'),
  })),
});

const readPayment = (transaction: XmlElement): InvoicePayment => {
  const details = child(transaction, 'details');
  const account = details && child(details, 'account');
  const method = account && child(account, 'billing_info');
  const error = child(transaction, 'transaction_error');
  return {
    status: read(transaction, 'status'),
    amount: cents(transaction, 'amount'),
    method: transaction.attributes.type ?? read(transaction, 'payment_method'),
    card_type: method?.attributes.type === 'credit_card' ? cardBrand(childText(method, 'card_type')) : undefined,
    last_four: method && childText(method, 'last_four'),
    error_code: error && childText(error, 'error_code'),
  };
};

/** The address of the account ends with its code. */
const accountOf = (invoice: XmlElement): string =>
  decodeURIComponent(child(invoice, 'account')?.attributes.href?.split('/').at(-1) ?? '');

const read = (parent: XmlElement, name: string): string => childText(parent, name) ?? '';

const cents = (parent: XmlElement, name: string): number => Number(childText(parent, `${name}_in_cents`) ?? 0);

const listed = (parent: XmlElement, list: string, name: string): XmlElement[] => {
  const found = child(parent, list);
  return found ? children(found, name) : [];
};
