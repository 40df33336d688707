import { eInvoiceOf } from '@service/billing/domain/e-invoices/e-invoice-of.ts';
import { E_INVOICE_FORMAT_NAMES } from '@service/billing/domain/e-invoices/formats.ts';
import type { InvoiceParts } from '@service/billing/domain/invoices/invoice-parts.ts';
import type { ShownInvoice } from '@service/billing/domain/invoices/record.ts';
import type { Records } from '@service/billing/ports/storage.ts';
import { eachInvoiceParts } from '@service/billing/queries/invoices/invoices.ts';
import { type Site, siteTime } from '@service/billing/resources/site.ts';
import { LATEST } from '@service/billing/resources/version.ts';
import { minorDigits } from '@service/billing/values/money/currency.ts';
import { decimalText } from '@service/billing/values/money/decimal-text.ts';
import { decimalFraction, plus } from '@service/billing/values/money/fraction.ts';
import { plainDecimal } from '@service/billing/values/money/plain-decimal.ts';
import type { SystemClock } from '@service/billing/values/time.ts';
import type { OpenStorage } from '../../src/adapters/storage/storage.ts';
import { brokenRules } from '../../src/documents/e-invoices/published-rules.fixture.ts';
import { readTerms } from '../../src/documents/e-invoices/terms.fixture.ts';
import { writeEInvoice } from '../../src/documents/e-invoices/write-e-invoice.ts';

const AT_ONCE = 200;

const allInvoices = async ({ invoices }: Pick<Records, 'invoices'>): Promise<ShownInvoice[]> => {
  const all: ShownInvoice[] = [];
  for (let more = true; more; ) {
    const last = all.at(-1);
    const from = last && { id: last.uuid, at: last.created_at, back: false };
    const page = await invoices.list({
      filter: {},
      sort: 'created_at',
      order: 'asc',
      limit: AT_ONCE,
      ...(from && { from }),
    });
    all.push(...page.records);
    more = page.more;
  }
  return all;
};

interface Deployment {
  readonly opened: Pick<OpenStorage, 'storage' | 'sites'>;
  readonly clock: SystemClock;
}

/** The seller of all invoices: the merchant of the run is in the United States, where there are no e-invoices. */
const SELLER = {
  company: 'Tideline GmbH',
  company_address: ['Hafenstraße 1'],
  company_city: 'Berlin',
  company_zip: '10115',
  company_vat_number: 'DE123456789',
  company_phone: '+49 30 1234567',
  company_email: 'billing@tideline.example',
  company_iban: null,
  seller_country: 'DE',
} as const;

/** Returns an invoice as if it were sold within Germany: its taxes are one VAT of the same rate and amount. */
const asGerman = (parts: InvoiceParts): InvoiceParts => ({
  ...parts,
  entity: undefined,
  invoice: {
    ...parts.invoice,
    address: { ...parts.invoice.address, company: 'Rathaus', city: 'Köln', zip: '50667', country: 'DE' },
    shipping_address: null,
    po_number: 'PO-1',
  },
  lines: parts.lines.map((line) => ({ ...line, taxes: asOneTax(line.taxes) })),
});

const asOneTax = (taxes: InvoiceParts['lines'][number]['taxes']): typeof taxes =>
  taxes.length === 0
    ? []
    : [
        {
          type: 'vat',
          region: 'DE',
          rate: plainDecimal(taxes.map(({ rate }) => decimalFraction(rate)).reduce(plus)),
          amount: taxes.reduce((sum, { amount }) => sum + amount, 0),
        },
      ];

/**
 * Whether a credit of parts of lines has no e-invoice because of rounding. The tax of each line is rounded by itself:
 * in a currency without minor units, several may be a whole unit apart from the rate of all of them, which the
 * published rules do not allow.
 */
const isRounding = ({ invoice, lines }: InvoiceParts, problems: readonly string[]): boolean =>
  invoice.type === 'credit' &&
  minorDigits(invoice.currency) === 0 &&
  problems.join() === 'The VAT of a rate is not that rate of its lines.' &&
  lines.every(
    ({ taxes, tax_in_cents, total_in_cents }) =>
      Math.abs(tax_in_cents - Number(taxes[0]?.rate ?? 0) * (total_in_cents - tax_in_cents)) < 1,
  );

/**
 * Makes e-invoices of all invoices in every format, as if they were sold in Germany, and checks them with the published
 * rules. Their totals are those of the invoices. Returns one line for each discrepancy, and the number of documents.
 */
export const eInvoicesAgree = async ({
  opened,
  clock,
}: Deployment): Promise<{ readonly found: string[]; readonly checked: number }> => {
  const site = { ...((await opened.sites.find('demo')) as Site), ...SELLER };
  const records = opened.storage.of(site.id);
  const reading = {
    caller: { site, at: siteTime(site, clock) },
    version: LATEST,
    turn: async () => {},
    embedded: Number.POSITIVE_INFINITY,
  };
  const found: string[] = [];
  let checked = 0;
  for (const one of await allInvoices(records)) {
    for await (const read of eachInvoiceParts(opened)(reading, [one])) {
      const parts = asGerman(read);
      const { invoice } = parts;
      const account = await records.accounts.byId(invoice.account_id);
      if (!account) throw new Error(`The account of invoice ${invoice.invoice_number} is missing`);
      const made = eInvoiceOf({
        site,
        account: { ...account, email: account.email ?? 'rathaus@town.example' },
        parts,
        preceding: [],
      });
      if (made.is === 'impossible') {
        if (invoice.state !== 'voided' && !isRounding(parts, made.problems))
          found.push(`Invoice ${invoice.invoice_number}: ${made.problems.join(' ')}`);
        continue;
      }
      for (const format of E_INVOICE_FORMAT_NAMES) {
        const xml = writeEInvoice(made.invoice, format);
        const broken = brokenRules(xml);
        if (broken.length > 0) found.push(`Invoice ${invoice.invoice_number} as ${format} breaks ${broken.join(', ')}`);
        const total = readTerms(xml).header['BT-112'];
        if (total !== decimalText(Math.abs(invoice.total_in_cents), invoice.currency)) {
          found.push(`Invoice ${invoice.invoice_number} as ${format} has the total ${total}`);
        }
        checked += 1;
      }
    }
  }
  return { found, checked };
};
