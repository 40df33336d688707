import type {
  EInvoice,
  EInvoiceAddress,
  EInvoiceBuyer,
  EInvoiceLine,
  EInvoicePeriod,
  EInvoiceSeller,
  PaymentInstructions,
  VatBreakdown,
} from '@service/billing/domain/e-invoices/e-invoice.ts';
import { type EInvoiceProfile, PROFILE_IDS } from '@service/billing/domain/e-invoices/formats.ts';
import { decimalText } from '@service/billing/values/money/decimal-text.ts';
import type { Steps } from '@service/billing/values/steps.ts';
import { group, type InvoiceElement, invoiceDocument, leaf } from './element.ts';

const STANDARD = 'urn:un:unece:uncefact:data:standard:';
const TYPE_CODES = { invoice: '380', credit_note: '381' } as const;
/** The electronic address scheme of email addresses. */
const MAIL_SCHEME = { schemeID: 'EM' };
/** UN/ECE recommendation 20: one. */
const PIECES = { unitCode: 'C62' };

/** Writes an e-invoice as CII D16B. Elements have the order of its schema. */
export const ciiOf = (invoice: EInvoice, profile: EInvoiceProfile): Steps<string> => {
  const ids = PROFILE_IDS[profile];
  const { currency } = invoice;
  const amount: Amount = (name, cents) => leaf(name, decimalText(cents, currency));
  const root = group(
    'rsm:CrossIndustryInvoice',
    group(
      'rsm:ExchangedDocumentContext',
      group('ram:BusinessProcessSpecifiedDocumentContextParameter', leaf('ram:ID', ids.process)),
      group('ram:GuidelineSpecifiedDocumentContextParameter', leaf('ram:ID', ids.specification)),
    ),
    group(
      'rsm:ExchangedDocument',
      leaf('ram:ID', invoice.number),
      leaf('ram:TypeCode', TYPE_CODES[invoice.kind]),
      dateElement('ram:IssueDateTime', invoice.issued),
      invoice.notes.map((note) => group('ram:IncludedNote', leaf('ram:Content', note))),
    ),
    group(
      'rsm:SupplyChainTradeTransaction',
      invoice.lines.map((line) => () => lineElement(line, amount)),
      group(
        'ram:ApplicableHeaderTradeAgreement',
        leaf('ram:BuyerReference', invoice.buyer_reference),
        sellerParty(invoice.seller),
        buyerParty(invoice.buyer),
        group('ram:BuyerOrderReferencedDocument', leaf('ram:IssuerAssignedID', invoice.purchase_order)),
      ),
      deliveryElement(invoice.delivery),
      settlement(invoice, amount),
    ),
  );
  return invoiceDocument(root, {
    'xmlns:rsm': `${STANDARD}CrossIndustryInvoice:100`,
    'xmlns:qdt': `${STANDARD}QualifiedDataType:100`,
    'xmlns:ram': `${STANDARD}ReusableAggregateBusinessInformationEntity:100`,
    'xmlns:udt': `${STANDARD}UnqualifiedDataType:100`,
  });
};

type Amount = (name: string, cents: number) => InvoiceElement | null;

/** Returns a date in format 102: `20261126`. */
const dateElement = (name: string, day: string | null | undefined, prefix = 'udt'): InvoiceElement =>
  group(name, leaf(`${prefix}:DateTimeString`, day?.replaceAll('-', ''), { format: '102' }));

const periodElement = (period: EInvoicePeriod | null): InvoiceElement =>
  group(
    'ram:BillingSpecifiedPeriod',
    dateElement('ram:StartDateTime', period?.from),
    dateElement('ram:EndDateTime', period?.to),
  );

const addressElement = ({ lines, city, zip, state, country }: EInvoiceAddress): InvoiceElement =>
  group(
    'ram:PostalTradeAddress',
    leaf('ram:PostcodeCode', zip),
    leaf('ram:LineOne', lines[0]),
    leaf('ram:LineTwo', lines[1]),
    leaf('ram:LineThree', lines[2]),
    leaf('ram:CityName', city),
    leaf('ram:CountryID', country),
    leaf('ram:CountrySubDivisionName', state),
  );

const electronicAddress = (email: string | null): InvoiceElement =>
  group('ram:URIUniversalCommunication', leaf('ram:URIID', email, MAIL_SCHEME));

const taxNumber = (number: string | null): InvoiceElement =>
  group('ram:SpecifiedTaxRegistration', leaf('ram:ID', number, { schemeID: 'VA' }));

const sellerParty = ({
  name,
  vat_number,
  registration_number,
  email,
  address,
  contact,
}: EInvoiceSeller): InvoiceElement =>
  group(
    'ram:SellerTradeParty',
    leaf('ram:Name', name),
    group('ram:SpecifiedLegalOrganization', leaf('ram:ID', registration_number)),
    group(
      'ram:DefinedTradeContact',
      leaf('ram:PersonName', contact.name),
      group('ram:TelephoneUniversalCommunication', leaf('ram:CompleteNumber', contact.phone)),
      group('ram:EmailURIUniversalCommunication', leaf('ram:URIID', contact.email)),
    ),
    addressElement(address),
    electronicAddress(email),
    taxNumber(vat_number),
  );

const buyerParty = ({ name, code, vat_number, email, address, contact }: EInvoiceBuyer): InvoiceElement =>
  group(
    'ram:BuyerTradeParty',
    leaf('ram:ID', code),
    leaf('ram:Name', name),
    group('ram:DefinedTradeContact', leaf('ram:PersonName', contact)),
    addressElement(address),
    electronicAddress(email),
    taxNumber(vat_number),
  );

/** The schema demands this element, also without content. */
const deliveryElement = (delivery: EInvoice['delivery']): InvoiceElement => ({
  ...group(
    'ram:ApplicableHeaderTradeDelivery',
    delivery && group('ram:ShipToTradeParty', addressElement(delivery.address)),
    delivery && group('ram:ActualDeliverySupplyChainEvent', dateElement('ram:OccurrenceDateTime', delivery.day)),
  ),
  isRequired: true,
});

const settlement = (invoice: EInvoice, amount: Amount): InvoiceElement => {
  const { currency, totals } = invoice;
  return group(
    'ram:ApplicableHeaderTradeSettlement',
    leaf('ram:PaymentReference', invoice.payment.iban && invoice.number),
    leaf('ram:InvoiceCurrencyCode', currency),
    paymentMeans(invoice.payment),
    invoice.vat.map((one) => breakdown(one, amount)),
    periodElement(invoice.period),
    group(
      'ram:SpecifiedTradePaymentTerms',
      leaf('ram:Description', invoice.payment_terms),
      dateElement('ram:DueDateDateTime', invoice.due),
    ),
    group(
      'ram:SpecifiedTradeSettlementHeaderMonetarySummation',
      amount('ram:LineTotalAmount', totals.net),
      amount('ram:TaxBasisTotalAmount', totals.net),
      leaf('ram:TaxTotalAmount', decimalText(totals.vat, currency), { currencyID: currency }),
      amount('ram:GrandTotalAmount', totals.gross),
      totals.paid === 0 ? null : amount('ram:TotalPrepaidAmount', totals.paid),
      amount('ram:DuePayableAmount', totals.due),
    ),
    invoice.preceding.map(({ number, issued }) =>
      group(
        'ram:InvoiceReferencedDocument',
        leaf('ram:IssuerAssignedID', number),
        dateElement('ram:FormattedIssueDateTime', issued, 'qdt'),
      ),
    ),
  );
};

const paymentMeans = ({ code, iban, card }: PaymentInstructions): InvoiceElement =>
  group(
    'ram:SpecifiedTradeSettlementPaymentMeans',
    leaf('ram:TypeCode', code),
    card && group('ram:ApplicableTradeSettlementFinancialCard', leaf('ram:ID', card.last_four)),
    group('ram:PayeePartyCreditorFinancialAccount', leaf('ram:IBANID', iban)),
  );

const breakdown = ({ category, percent, taxable, tax, exemption }: VatBreakdown, amount: Amount): InvoiceElement =>
  group(
    'ram:ApplicableTradeTax',
    amount('ram:CalculatedAmount', tax),
    leaf('ram:TypeCode', 'VAT'),
    leaf('ram:ExemptionReason', exemption?.reason),
    amount('ram:BasisAmount', taxable),
    leaf('ram:CategoryCode', category),
    leaf('ram:ExemptionReasonCode', exemption?.code),
    leaf('ram:RateApplicablePercent', percent),
  );

const lineElement = (line: EInvoiceLine, amount: Amount): InvoiceElement =>
  group(
    'ram:IncludedSupplyChainTradeLineItem',
    group(
      'ram:AssociatedDocumentLineDocument',
      leaf('ram:LineID', line.number),
      group('ram:IncludedNote', leaf('ram:Content', line.note)),
    ),
    group('ram:SpecifiedTradeProduct', leaf('ram:SellerAssignedID', line.item_code), leaf('ram:Name', line.name)),
    group(
      'ram:SpecifiedLineTradeAgreement',
      group(
        'ram:NetPriceProductTradePrice',
        amount('ram:ChargeAmount', line.price),
        line.price_quantity === '1' ? null : leaf('ram:BasisQuantity', line.price_quantity, PIECES),
      ),
    ),
    group('ram:SpecifiedLineTradeDelivery', leaf('ram:BilledQuantity', line.quantity, PIECES)),
    group(
      'ram:SpecifiedLineTradeSettlement',
      group(
        'ram:ApplicableTradeTax',
        leaf('ram:TypeCode', 'VAT'),
        leaf('ram:CategoryCode', line.vat.category),
        leaf('ram:RateApplicablePercent', line.vat.percent),
      ),
      periodElement(line.period),
      line.discount === 0
        ? null
        : group(
            'ram:SpecifiedTradeAllowanceCharge',
            group('ram:ChargeIndicator', leaf('udt:Indicator', line.discount < 0 ? 'true' : 'false')),
            amount('ram:ActualAmount', Math.abs(line.discount)),
            leaf('ram:Reason', 'Discount'),
          ),
      group('ram:SpecifiedTradeSettlementLineMonetarySummation', amount('ram:LineTotalAmount', line.net)),
    ),
  );
