import { XmlDocument, type XmlElement, type XmlNode } from 'libxml2-wasm';

const NAMESPACES = {
  cac: 'urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2',
  cbc: 'urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2',
  rsm: 'urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100',
  ram: 'urn:un:unece:uncefact:data:standard:ReusableAggregateBusinessInformationEntity:100',
  udt: 'urn:un:unece:uncefact:data:standard:UnqualifiedDataType:100',
  qdt: 'urn:un:unece:uncefact:data:standard:QualifiedDataType:100',
};

const UBL_SELLER = '/*/cac:AccountingSupplierParty/cac:Party';
const UBL_BUYER = '/*/cac:AccountingCustomerParty/cac:Party';
const UBL_DELIVERY = '/*/cac:Delivery';
const CII_DOCUMENT = '/*/rsm:ExchangedDocument';
const CII_TRADE = '/*/rsm:SupplyChainTradeTransaction';
const CII_AGREEMENT = `${CII_TRADE}/ram:ApplicableHeaderTradeAgreement`;
const CII_SELLER = `${CII_AGREEMENT}/ram:SellerTradeParty`;
const CII_BUYER = `${CII_AGREEMENT}/ram:BuyerTradeParty`;
const CII_DELIVERY = `${CII_TRADE}/ram:ApplicableHeaderTradeDelivery`;
const CII_SETTLEMENT = `${CII_TRADE}/ram:ApplicableHeaderTradeSettlement`;
const CII_MEANS = `${CII_SETTLEMENT}/ram:SpecifiedTradeSettlementPaymentMeans`;
const CII_SUM = `${CII_SETTLEMENT}/ram:SpecifiedTradeSettlementHeaderMonetarySummation`;
const CII_LINE_SETTLEMENT = 'ram:SpecifiedLineTradeSettlement';
const CII_LINE_PERIOD = `${CII_LINE_SETTLEMENT}/ram:BillingSpecifiedPeriod`;
const CII_PRICE = 'ram:SpecifiedLineTradeAgreement/ram:NetPriceProductTradePrice';

/** The paths of terms of EN 16931 in UBL and in CII, by their numbers, as CEN/TS 16931-3-2 and 16931-3-3 have them. */
const HEADER = {
  'BT-1': ['/*/cbc:ID', `${CII_DOCUMENT}/ram:ID`],
  'BT-2': ['/*/cbc:IssueDate', `${CII_DOCUMENT}/ram:IssueDateTime/udt:DateTimeString[@format="102"]`],
  'BT-3': ['/*/cbc:InvoiceTypeCode | /*/cbc:CreditNoteTypeCode', `${CII_DOCUMENT}/ram:TypeCode`],
  'BT-5': ['/*/cbc:DocumentCurrencyCode', `${CII_SETTLEMENT}/ram:InvoiceCurrencyCode`],
  'BT-9': [
    '/*/cbc:DueDate',
    `${CII_SETTLEMENT}/ram:SpecifiedTradePaymentTerms/ram:DueDateDateTime/udt:DateTimeString[@format="102"]`,
  ],
  'BT-10': ['/*/cbc:BuyerReference', `${CII_AGREEMENT}/ram:BuyerReference`],
  'BT-13': ['/*/cac:OrderReference/cbc:ID', `${CII_AGREEMENT}/ram:BuyerOrderReferencedDocument/ram:IssuerAssignedID`],
  'BT-20': ['/*/cac:PaymentTerms/cbc:Note', `${CII_SETTLEMENT}/ram:SpecifiedTradePaymentTerms/ram:Description`],
  'BT-22': ['/*/cbc:Note', `${CII_DOCUMENT}/ram:IncludedNote/ram:Content`],
  'BT-23': [
    '/*/cbc:ProfileID',
    '/*/rsm:ExchangedDocumentContext/ram:BusinessProcessSpecifiedDocumentContextParameter/ram:ID',
  ],
  'BT-24': [
    '/*/cbc:CustomizationID',
    '/*/rsm:ExchangedDocumentContext/ram:GuidelineSpecifiedDocumentContextParameter/ram:ID',
  ],
  'BT-25': [
    '/*/cac:BillingReference/cac:InvoiceDocumentReference/cbc:ID',
    `${CII_SETTLEMENT}/ram:InvoiceReferencedDocument/ram:IssuerAssignedID`,
  ],
  'BT-26': [
    '/*/cac:BillingReference/cac:InvoiceDocumentReference/cbc:IssueDate',
    `${CII_SETTLEMENT}/ram:InvoiceReferencedDocument/ram:FormattedIssueDateTime/qdt:DateTimeString[@format="102"]`,
  ],
  'BT-27': [`${UBL_SELLER}/cac:PartyLegalEntity/cbc:RegistrationName`, `${CII_SELLER}/ram:Name`],
  'BT-30': [`${UBL_SELLER}/cac:PartyLegalEntity/cbc:CompanyID`, `${CII_SELLER}/ram:SpecifiedLegalOrganization/ram:ID`],
  'BT-31': [
    `${UBL_SELLER}/cac:PartyTaxScheme[cac:TaxScheme/cbc:ID="VAT"]/cbc:CompanyID`,
    `${CII_SELLER}/ram:SpecifiedTaxRegistration/ram:ID[@schemeID="VA"]`,
  ],
  'BT-34': [
    `${UBL_SELLER}/cbc:EndpointID[@schemeID="EM"]`,
    `${CII_SELLER}/ram:URIUniversalCommunication/ram:URIID[@schemeID="EM"]`,
  ],
  'BT-35': [`${UBL_SELLER}/cac:PostalAddress/cbc:StreetName`, `${CII_SELLER}/ram:PostalTradeAddress/ram:LineOne`],
  'BT-37': [`${UBL_SELLER}/cac:PostalAddress/cbc:CityName`, `${CII_SELLER}/ram:PostalTradeAddress/ram:CityName`],
  'BT-38': [`${UBL_SELLER}/cac:PostalAddress/cbc:PostalZone`, `${CII_SELLER}/ram:PostalTradeAddress/ram:PostcodeCode`],
  'BT-40': [
    `${UBL_SELLER}/cac:PostalAddress/cac:Country/cbc:IdentificationCode`,
    `${CII_SELLER}/ram:PostalTradeAddress/ram:CountryID`,
  ],
  'BT-41': [`${UBL_SELLER}/cac:Contact/cbc:Name`, `${CII_SELLER}/ram:DefinedTradeContact/ram:PersonName`],
  'BT-42': [
    `${UBL_SELLER}/cac:Contact/cbc:Telephone`,
    `${CII_SELLER}/ram:DefinedTradeContact/ram:TelephoneUniversalCommunication/ram:CompleteNumber`,
  ],
  'BT-43': [
    `${UBL_SELLER}/cac:Contact/cbc:ElectronicMail`,
    `${CII_SELLER}/ram:DefinedTradeContact/ram:EmailURIUniversalCommunication/ram:URIID`,
  ],
  'BT-44': [`${UBL_BUYER}/cac:PartyLegalEntity/cbc:RegistrationName`, `${CII_BUYER}/ram:Name`],
  'BT-48': [
    `${UBL_BUYER}/cac:PartyTaxScheme[cac:TaxScheme/cbc:ID="VAT"]/cbc:CompanyID`,
    `${CII_BUYER}/ram:SpecifiedTaxRegistration/ram:ID[@schemeID="VA"]`,
  ],
  'BT-49': [
    `${UBL_BUYER}/cbc:EndpointID[@schemeID="EM"]`,
    `${CII_BUYER}/ram:URIUniversalCommunication/ram:URIID[@schemeID="EM"]`,
  ],
  'BT-52': [`${UBL_BUYER}/cac:PostalAddress/cbc:CityName`, `${CII_BUYER}/ram:PostalTradeAddress/ram:CityName`],
  'BT-53': [`${UBL_BUYER}/cac:PostalAddress/cbc:PostalZone`, `${CII_BUYER}/ram:PostalTradeAddress/ram:PostcodeCode`],
  'BT-55': [
    `${UBL_BUYER}/cac:PostalAddress/cac:Country/cbc:IdentificationCode`,
    `${CII_BUYER}/ram:PostalTradeAddress/ram:CountryID`,
  ],
  'BT-72': [
    `${UBL_DELIVERY}/cbc:ActualDeliveryDate`,
    `${CII_DELIVERY}/ram:ActualDeliverySupplyChainEvent/ram:OccurrenceDateTime/udt:DateTimeString[@format="102"]`,
  ],
  'BT-73': [
    '/*/cac:InvoicePeriod/cbc:StartDate',
    `${CII_SETTLEMENT}/ram:BillingSpecifiedPeriod/ram:StartDateTime/udt:DateTimeString[@format="102"]`,
  ],
  'BT-74': [
    '/*/cac:InvoicePeriod/cbc:EndDate',
    `${CII_SETTLEMENT}/ram:BillingSpecifiedPeriod/ram:EndDateTime/udt:DateTimeString[@format="102"]`,
  ],
  'BG-15': [
    `${UBL_DELIVERY}/cac:DeliveryLocation/cac:Address`,
    `${CII_DELIVERY}/ram:ShipToTradeParty/ram:PostalTradeAddress`,
  ],
  'BT-77': [
    `${UBL_DELIVERY}/cac:DeliveryLocation/cac:Address/cbc:CityName`,
    `${CII_DELIVERY}/ram:ShipToTradeParty/ram:PostalTradeAddress/ram:CityName`,
  ],
  'BT-78': [
    `${UBL_DELIVERY}/cac:DeliveryLocation/cac:Address/cbc:PostalZone`,
    `${CII_DELIVERY}/ram:ShipToTradeParty/ram:PostalTradeAddress/ram:PostcodeCode`,
  ],
  'BT-80': [
    `${UBL_DELIVERY}/cac:DeliveryLocation/cac:Address/cac:Country/cbc:IdentificationCode`,
    `${CII_DELIVERY}/ram:ShipToTradeParty/ram:PostalTradeAddress/ram:CountryID`,
  ],
  'BT-81': ['/*/cac:PaymentMeans/cbc:PaymentMeansCode', `${CII_MEANS}/ram:TypeCode`],
  'BT-83': ['/*/cac:PaymentMeans/cbc:PaymentID', `${CII_SETTLEMENT}/ram:PaymentReference`],
  'BT-84': [
    '/*/cac:PaymentMeans/cac:PayeeFinancialAccount/cbc:ID',
    `${CII_MEANS}/ram:PayeePartyCreditorFinancialAccount/ram:IBANID`,
  ],
  'BT-87': [
    '/*/cac:PaymentMeans/cac:CardAccount/cbc:PrimaryAccountNumberID',
    `${CII_MEANS}/ram:ApplicableTradeSettlementFinancialCard/ram:ID`,
  ],
  'BT-106': ['/*/cac:LegalMonetaryTotal/cbc:LineExtensionAmount', `${CII_SUM}/ram:LineTotalAmount`],
  'BT-109': ['/*/cac:LegalMonetaryTotal/cbc:TaxExclusiveAmount', `${CII_SUM}/ram:TaxBasisTotalAmount`],
  'BT-110': ['/*/cac:TaxTotal/cbc:TaxAmount', `${CII_SUM}/ram:TaxTotalAmount`],
  'BT-112': ['/*/cac:LegalMonetaryTotal/cbc:TaxInclusiveAmount', `${CII_SUM}/ram:GrandTotalAmount`],
  'BT-113': ['/*/cac:LegalMonetaryTotal/cbc:PrepaidAmount', `${CII_SUM}/ram:TotalPrepaidAmount`],
  'BT-115': ['/*/cac:LegalMonetaryTotal/cbc:PayableAmount', `${CII_SUM}/ram:DuePayableAmount`],
} as const;

/** Groups that repeat, and the terms in each. */
const GROUPS = {
  'BG-23': ['/*/cac:TaxTotal/cac:TaxSubtotal', `${CII_SETTLEMENT}/ram:ApplicableTradeTax`],
  'BG-25': ['/*/cac:InvoiceLine | /*/cac:CreditNoteLine', `${CII_TRADE}/ram:IncludedSupplyChainTradeLineItem`],
} as const;

const BREAKDOWN = {
  'BT-116': ['cbc:TaxableAmount', 'ram:BasisAmount'],
  'BT-117': ['cbc:TaxAmount', 'ram:CalculatedAmount'],
  'BT-118': ['cac:TaxCategory/cbc:ID', 'ram:CategoryCode'],
  'BT-119': ['cac:TaxCategory/cbc:Percent', 'ram:RateApplicablePercent'],
  'BT-120': ['cac:TaxCategory/cbc:TaxExemptionReason', 'ram:ExemptionReason'],
  'BT-121': ['cac:TaxCategory/cbc:TaxExemptionReasonCode', 'ram:ExemptionReasonCode'],
} as const;

const allowance = (indicator: 'true' | 'false') =>
  [
    `cac:AllowanceCharge[cbc:ChargeIndicator="${indicator}"]/cbc:Amount`,
    `${CII_LINE_SETTLEMENT}/ram:SpecifiedTradeAllowanceCharge[ram:ChargeIndicator/udt:Indicator="${indicator}"]/ram:ActualAmount`,
  ] as const;

const LINE = {
  'BT-126': ['cbc:ID', 'ram:AssociatedDocumentLineDocument/ram:LineID'],
  'BT-129': ['cbc:InvoicedQuantity | cbc:CreditedQuantity', 'ram:SpecifiedLineTradeDelivery/ram:BilledQuantity'],
  'BT-130': [
    'cbc:InvoicedQuantity/@unitCode | cbc:CreditedQuantity/@unitCode',
    'ram:SpecifiedLineTradeDelivery/ram:BilledQuantity/@unitCode',
  ],
  'BT-131': [
    'cbc:LineExtensionAmount',
    `${CII_LINE_SETTLEMENT}/ram:SpecifiedTradeSettlementLineMonetarySummation/ram:LineTotalAmount`,
  ],
  'BT-134': ['cac:InvoicePeriod/cbc:StartDate', `${CII_LINE_PERIOD}/ram:StartDateTime/udt:DateTimeString`],
  'BT-135': ['cac:InvoicePeriod/cbc:EndDate', `${CII_LINE_PERIOD}/ram:EndDateTime/udt:DateTimeString`],
  'BT-136': allowance('false'),
  'BT-139': [
    'cac:AllowanceCharge/cbc:AllowanceChargeReason',
    `${CII_LINE_SETTLEMENT}/ram:SpecifiedTradeAllowanceCharge/ram:Reason`,
  ],
  'BT-141': allowance('true'),
  'BT-146': ['cac:Price/cbc:PriceAmount', `${CII_PRICE}/ram:ChargeAmount`],
  'BT-149': ['cac:Price/cbc:BaseQuantity', `${CII_PRICE}/ram:BasisQuantity`],
  'BT-151': [
    'cac:Item/cac:ClassifiedTaxCategory/cbc:ID',
    `${CII_LINE_SETTLEMENT}/ram:ApplicableTradeTax/ram:CategoryCode`,
  ],
  'BT-152': [
    'cac:Item/cac:ClassifiedTaxCategory/cbc:Percent',
    `${CII_LINE_SETTLEMENT}/ram:ApplicableTradeTax/ram:RateApplicablePercent`,
  ],
  'BT-153': ['cac:Item/cbc:Name', 'ram:SpecifiedTradeProduct/ram:Name'],
} as const;

type Paths = Readonly<Record<string, readonly [ubl: string, cii: string]>>;
type Values<P extends Paths> = { readonly [K in keyof P]: string | undefined };

/** The terms that a document has, as their text. */
export interface ReadTerms {
  readonly header: Values<typeof HEADER>;
  /** BG-23. */
  readonly vat: readonly Values<typeof BREAKDOWN>[];
  /** BG-25. */
  readonly lines: readonly Values<typeof LINE>[];
}

/** Reads the terms of EN 16931 from the XML of an e-invoice, with XPath. */
export const readTerms = (xml: string): ReadTerms => {
  using document = XmlDocument.fromString(xml);
  const syntax = document.root.name === 'CrossIndustryInvoice' ? 1 : 0;
  const valuesIn = <P extends Paths>(node: XmlNode, paths: P): Values<P> =>
    Object.fromEntries(
      Object.entries(paths).map(([term, path]) => [term, node.get(path[syntax], NAMESPACES)?.content]),
    ) as Values<P>;
  const { root } = document;
  const each = (group: keyof typeof GROUPS): XmlElement[] =>
    root.find(GROUPS[group][syntax], NAMESPACES) as XmlElement[];
  return {
    header: valuesIn(root, HEADER),
    vat: each('BG-23').map((node) => valuesIn(node, BREAKDOWN)),
    lines: each('BG-25').map((node) => valuesIn(node, LINE)),
  };
};
