import { SALES_TAX_CA_COLUMNS, SALES_TAX_US_COLUMNS, salesTaxCaRows, salesTaxUsRows } from './american-returns.ts';
import { GST_AU_COLUMNS, GST_NZ_COLUMNS, gstAuRows, gstNzRows, VAT_UK_COLUMNS, vatUkRows } from './box-returns.ts';
import { EC_SALES_COLUMNS, ecSalesRows } from './ec-sales.ts';
import { ONE_STOP_SHOP_COLUMNS, oneStopShopRows } from './one-stop-shop.ts';
import type { ReportDefinition } from './report-definition.ts';
import { taxDifferences } from './tax.ts';

/** The end of every definition. */
const COMMON =
  'The rows are those of the report Tax, which add up to the same taxes: “not in return” are the sales that belong elsewhere, so that none is missing. The country of the seller is that of the business entity or of the site, as it is set now.';

const CONVERTED = 'Each row is converted once, and rounded to the cent, at stored rates of the European Central Bank';

const FORM = {
  group: 'tax',
  about: 'period',
  isReturn: true,
  notInSnapshots: 'It uses the settings and exchange rates of today, and quarters. The report tax has its sums.',
  differences: taxDifferences,
  agreement: 'The taxes of all rows agree with the report Tax, and with what the ledger account tax was credited with.',
} as const;

/** The presets for tax returns, by their names. */
export const TAX_RETURNS = {
  tax_oss: {
    ...FORM,
    title: 'VAT one-stop shop (EU)',
    summary: 'VAT of other member states on sales to consumers, in euro',
    definition: `For the quarterly one-stop shop return: net amounts and VAT of sales that were taxed in a member state other than the seller's, by member state of consumption and rate. Customers with a valid VAT number are under reverse charge instead, so these are sales to consumers; for a seller outside of the European Union, they are those of all member states. ${CONVERTED} of the last day of the quarter, or of the next day with rates, as the law has it; while the quarter is not over, at the latest stored ones, whose day the row says. A credit of a sale of an earlier quarter is a correction, by the quarter that it corrects and at the rates of that quarter. The stored lines do not say whether a rate is the standard or a reduced one, whether goods or services were sold, or from where goods were sent, nor whether you are registered in a member state yourself and file there. ${COMMON}`,
    columns: ONE_STOP_SHOP_COLUMNS,
    rows: oneStopShopRows,
  },
  ec_sales: {
    ...FORM,
    title: 'EC sales list',
    summary: 'Sales under reverse charge in the EU, by VAT number',
    definition: `Net amounts of sales under reverse charge from a member state to businesses in other member states, and in Northern Ireland, by VAT number, country and currency: charges less the credits of the period. Amounts are in the currency of the invoice, because each member state has its own rule for converting them. The stored lines do not say whether goods or services were sold; subscriptions are services. A row without a VAT number is of an invoice that has lost it, for example because the customer was erased. ${COMMON}`,
    columns: EC_SALES_COLUMNS,
    rows: ecSalesRows,
  },
  vat_uk: {
    ...FORM,
    title: 'VAT return (UK)',
    summary: 'Boxes 1 and 6, in pounds',
    definition: `Box 1 is the VAT charged in the United Kingdom. Box 6 is the net value of sales that were taxed there, and of those that were not taxed anywhere, if the seller or the customer is in the United Kingdom; the return takes whole pounds. ${CONVERTED} of the last day of the period, or of the day before it with rates, or, while the period is not over, at the latest stored ones; the tax authority has to have agreed to a rate other than its own. Box 3 is box 1 plus box 2. Purchases, acquisitions and goods between Northern Ireland and the European Union are not stored here: boxes 2, 4, 5, 7, 8 and 9 come from your accounts. ${COMMON}`,
    columns: VAT_UK_COLUMNS,
    rows: vatUkRows,
  },
  sales_tax_us: {
    ...FORM,
    title: 'Sales tax by state (US)',
    summary: 'Taxable and untaxed sales of each state, by rate',
    definition: `Net amounts and sales tax by state and rate, and the sales to customers in each state without tax: “exempt” where the customer or the product is, “not taxed here” where you collect none. Untaxed sales are in the state as the address writes it. The stored tax is that of the whole rate: it does not say which part is of the state, the county, the city or a district. Amounts are in the currency of the invoice. The net amount of a line with several taxes is in the row of each. ${COMMON}`,
    columns: SALES_TAX_US_COLUMNS,
    rows: salesTaxUsRows,
  },
  sales_tax_ca: {
    ...FORM,
    title: 'GST, HST, PST and QST (Canada)',
    summary: 'Taxes of each province, by return',
    definition: `Net amounts and taxes by return, province, tax and rate: GST/HST is the federal return, QST that of Quebec, PST those of other provinces, “other tax” what your rates call otherwise, and “untaxed” what customers in Canada bought without tax. The net amount of a line with several taxes is in the row of each. The registration CA collects GST, and HST in its provinces; PST and QST are collected where the province is registered too. The taxes of a line are rounded to the cent together and then split, so a tax can differ by a cent between two sales of the same price. Provinces are as the address writes them, and amounts in the currency of the invoice. Tax paid on purchases is not stored here. ${COMMON}`,
    columns: SALES_TAX_CA_COLUMNS,
    rows: salesTaxCaRows,
  },
  gst_au: {
    ...FORM,
    title: 'Activity statement (Australia)',
    summary: 'G1 and 1A, in Australian dollars',
    definition: `G1 is the value of sales with GST: those that were taxed in Australia, and those that were not taxed anywhere, if the seller or the customer is in Australia. 1A is the GST on them. The statement takes whole dollars. ${CONVERTED} of the last day of the period, or of the day before it with rates; while the period is not over, at the latest stored ones. Rows with a treatment other than “taxed” help to fill in G2 and G3: the stored lines do not say which of them are exports. Purchases are not stored here. ${COMMON}`,
    columns: GST_AU_COLUMNS,
    rows: gstAuRows,
  },
  gst_nz: {
    ...FORM,
    title: 'GST return (New Zealand)',
    summary: 'Boxes 5, 6 and 8, in New Zealand dollars',
    definition: `Box 5 is the value of sales with GST: those that were taxed in New Zealand, and those that were not taxed anywhere, if the seller or the customer is in New Zealand. Box 6 is the part of it without GST, taken to be zero-rated; sales that are exempt are not in the return. Box 8 is the GST as invoiced, which may differ by cents from 3/23 of box 7, because each invoice is rounded. ${CONVERTED} of the last day of the period, or of the day before it with rates; while the period is not over, at the latest stored ones. Purchases are not stored here. ${COMMON}`,
    columns: GST_NZ_COLUMNS,
    rows: gstNzRows,
  },
} as const satisfies Readonly<Record<string, ReportDefinition>>;
