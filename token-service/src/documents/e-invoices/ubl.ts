import type {
  EInvoice,
  EInvoiceAddress,
  EInvoiceBuyer,
  EInvoiceLine,
  EInvoicePeriod,
  EInvoiceSeller,
  LineVat,
  PaymentInstructions,
  VatBreakdown,
} from '@service/billing/domain/e-invoices/e-invoice.ts';
import { type EInvoiceProfile, PROFILE_IDS } from '@service/billing/domain/e-invoices/formats.ts';
import { decimalText } from '@service/billing/values/money/decimal-text.ts';
import type { Steps } from '@service/billing/values/steps.ts';
import { group, type InvoiceElement, invoiceDocument, leaf } from './element.ts';

const SCHEMAS = 'urn:oasis:names:specification:ubl:schema:xsd:';

/** The names that differ between an invoice and a credit note. */
const NAMES = {
  invoice: { root: 'Invoice', type: 'InvoiceTypeCode', code: '380', line: 'InvoiceLine', quantity: 'InvoicedQuantity' },
  credit_note: {
    root: 'CreditNote',
    type: 'CreditNoteTypeCode',
    code: '381',
    line: 'CreditNoteLine',
    quantity: 'CreditedQuantity',
  },
} as const;

const VAT_SCHEME = group('cac:TaxScheme', leaf('cbc:ID', 'VAT'));
/** The electronic address scheme of email addresses. */
const MAIL_SCHEME = { schemeID: 'EM' };
/** UN/ECE recommendation 20: one. */
const PIECES = { unitCode: 'C62' };

/** Writes an e-invoice as UBL 2.1, an Invoice or a CreditNote. Elements have the order of its schema. */
export const ublOf = (invoice: EInvoice, profile: EInvoiceProfile): Steps<string> => {
  const { kind, currency, totals, delivery, period } = invoice;
  const names = NAMES[kind];
  const ids = PROFILE_IDS[profile];
  const amount = (name: string, cents: number) => leaf(name, decimalText(cents, currency), { currencyID: currency });
  const root = group(
    names.root,
    leaf('cbc:CustomizationID', ids.specification),
    leaf('cbc:ProfileID', ids.process),
    leaf('cbc:ID', invoice.number),
    leaf('cbc:IssueDate', invoice.issued),
    leaf('cbc:DueDate', invoice.due),
    leaf(`cbc:${names.type}`, names.code),
    invoice.notes.map((note) => leaf('cbc:Note', note)),
    leaf('cbc:DocumentCurrencyCode', currency),
    leaf('cbc:BuyerReference', invoice.buyer_reference),
    periodElement(period),
    group('cac:OrderReference', leaf('cbc:ID', invoice.purchase_order)),
    invoice.preceding.map(({ number, issued }) =>
      group(
        'cac:BillingReference',
        group('cac:InvoiceDocumentReference', leaf('cbc:ID', number), leaf('cbc:IssueDate', issued)),
      ),
    ),
    group('cac:AccountingSupplierParty', sellerParty(invoice.seller)),
    group('cac:AccountingCustomerParty', buyerParty(invoice.buyer)),
    delivery &&
      group(
        'cac:Delivery',
        leaf('cbc:ActualDeliveryDate', delivery.day),
        group('cac:DeliveryLocation', addressElement('cac:Address', delivery.address)),
      ),
    paymentMeans(invoice.payment, invoice.number),
    group('cac:PaymentTerms', leaf('cbc:Note', invoice.payment_terms)),
    group(
      'cac:TaxTotal',
      amount('cbc:TaxAmount', totals.vat),
      invoice.vat.map((one) => subtotal(one, amount)),
    ),
    group(
      'cac:LegalMonetaryTotal',
      amount('cbc:LineExtensionAmount', totals.net),
      amount('cbc:TaxExclusiveAmount', totals.net),
      amount('cbc:TaxInclusiveAmount', totals.gross),
      totals.paid === 0 ? null : amount('cbc:PrepaidAmount', totals.paid),
      amount('cbc:PayableAmount', totals.due),
    ),
    invoice.lines.map((line) => () => lineElement(line, names, amount)),
  );
  return invoiceDocument(root, {
    xmlns: `${SCHEMAS}${names.root}-2`,
    'xmlns:cac': `${SCHEMAS}CommonAggregateComponents-2`,
    'xmlns:cbc': `${SCHEMAS}CommonBasicComponents-2`,
  });
};

type Amount = (name: string, cents: number) => InvoiceElement | null;

const periodElement = (period: EInvoicePeriod | null): InvoiceElement | null =>
  period && group('cac:InvoicePeriod', leaf('cbc:StartDate', period.from), leaf('cbc:EndDate', period.to));

const addressElement = (name: string, { lines, city, zip, state, country }: EInvoiceAddress): InvoiceElement =>
  group(
    name,
    leaf('cbc:StreetName', lines[0]),
    leaf('cbc:AdditionalStreetName', lines[1]),
    leaf('cbc:CityName', city),
    leaf('cbc:PostalZone', zip),
    leaf('cbc:CountrySubentity', state),
    group('cac:AddressLine', leaf('cbc:Line', lines[2])),
    group('cac:Country', leaf('cbc:IdentificationCode', country)),
  );

const taxNumber = (number: string | null): InvoiceElement | null =>
  number === null ? null : group('cac:PartyTaxScheme', leaf('cbc:CompanyID', number), VAT_SCHEME);

const sellerParty = ({ name, vat_number, registration_number, email, address, contact }: EInvoiceSeller) =>
  group(
    'cac:Party',
    leaf('cbc:EndpointID', email, MAIL_SCHEME),
    addressElement('cac:PostalAddress', address),
    taxNumber(vat_number),
    group('cac:PartyLegalEntity', leaf('cbc:RegistrationName', name), leaf('cbc:CompanyID', registration_number)),
    group(
      'cac:Contact',
      leaf('cbc:Name', contact.name),
      leaf('cbc:Telephone', contact.phone),
      leaf('cbc:ElectronicMail', contact.email),
    ),
  );

const buyerParty = ({ name, code, vat_number, email, address, contact }: EInvoiceBuyer) =>
  group(
    'cac:Party',
    leaf('cbc:EndpointID', email, MAIL_SCHEME),
    group('cac:PartyIdentification', leaf('cbc:ID', code)),
    addressElement('cac:PostalAddress', address),
    taxNumber(vat_number),
    group('cac:PartyLegalEntity', leaf('cbc:RegistrationName', name)),
    group('cac:Contact', leaf('cbc:Name', contact)),
  );

const paymentMeans = ({ code, iban, card }: PaymentInstructions, number: string): InvoiceElement =>
  group(
    'cac:PaymentMeans',
    leaf('cbc:PaymentMeansCode', code),
    leaf('cbc:PaymentID', iban && number),
    card &&
      group(
        'cac:CardAccount',
        leaf('cbc:PrimaryAccountNumberID', card.last_four),
        leaf('cbc:NetworkID', card.brand ?? 'card'),
      ),
    group('cac:PayeeFinancialAccount', leaf('cbc:ID', iban)),
  );

const subtotal = ({ category, percent, taxable, tax, exemption }: VatBreakdown, amount: Amount): InvoiceElement =>
  group(
    'cac:TaxSubtotal',
    amount('cbc:TaxableAmount', taxable),
    amount('cbc:TaxAmount', tax),
    group(
      'cac:TaxCategory',
      leaf('cbc:ID', category),
      leaf('cbc:Percent', percent),
      leaf('cbc:TaxExemptionReasonCode', exemption?.code),
      leaf('cbc:TaxExemptionReason', exemption?.reason),
      VAT_SCHEME,
    ),
  );

const classified = ({ category, percent }: LineVat): InvoiceElement =>
  group('cac:ClassifiedTaxCategory', leaf('cbc:ID', category), leaf('cbc:Percent', percent), VAT_SCHEME);

const lineElement = (
  line: EInvoiceLine,
  names: { readonly line: string; readonly quantity: string },
  amount: Amount,
): InvoiceElement =>
  group(
    `cac:${names.line}`,
    leaf('cbc:ID', line.number),
    leaf('cbc:Note', line.note),
    leaf(`cbc:${names.quantity}`, line.quantity, PIECES),
    amount('cbc:LineExtensionAmount', line.net),
    periodElement(line.period),
    line.discount === 0
      ? null
      : group(
          'cac:AllowanceCharge',
          leaf('cbc:ChargeIndicator', line.discount < 0 ? 'true' : 'false'),
          leaf('cbc:AllowanceChargeReason', 'Discount'),
          amount('cbc:Amount', Math.abs(line.discount)),
        ),
    group(
      'cac:Item',
      leaf('cbc:Name', line.name),
      group('cac:SellersItemIdentification', leaf('cbc:ID', line.item_code)),
      classified(line.vat),
    ),
    group(
      'cac:Price',
      amount('cbc:PriceAmount', line.price),
      line.price_quantity === '1' ? null : leaf('cbc:BaseQuantity', line.price_quantity, PIECES),
    ),
  );
