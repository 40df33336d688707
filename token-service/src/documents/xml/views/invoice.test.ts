import type { InvoiceParts } from '@service/billing/domain/invoices/invoice-parts.ts';
import type { ShownInvoice } from '@service/billing/domain/invoices/record.ts';
import { invoice, invoiceCollection } from '@service/billing/resources/invoice.ts';
import type { Version } from '@service/billing/resources/version.ts';
import { describe, expect, it } from 'vitest';
import { anAccount, id } from '../../../adapters/storage/testing/samples.ts';
import { anAdjustment, anInvoice } from '../../../adapters/storage/testing/selling-samples.ts';
import { english } from '../../messages/en/index.ts';
import { type RenderContext, render } from '../codec/write.ts';
import { invoiceCollectionView, invoiceView } from './invoice.ts';

const account = anAccount(1);
const parts = (changes: Partial<ShownInvoice> = {}): InvoiceParts => ({
  invoice: { ...anInvoice(1001, account), account_code: 'buyer', parent_account_code: null, ...changes },
  lines: [{ ...anAdjustment(1, account, { subscription_id: id(7) }), account_code: 'buyer', invoice: null }],
  transactions: [],
  creditPayments: [],
});
/** A rendering in which every endpoint exists. */
const rendering = (version: Version): RenderContext => ({ version, address: ({ endpoint }) => endpoint });
const shown = (changes: Partial<ShownInvoice>, version: Version = '2.19'): string =>
  render(invoice, invoiceView(parts(changes), version, english), rendering(version));
const actions = (changes: Partial<ShownInvoice>, version?: Version): (string | undefined)[] =>
  [...shown(changes, version).matchAll(/<a name="(\w+)"/g)].map(([, name]) => name);

describe('what can be done with an invoice', () => {
  const charge = { refundable_total_in_cents: 0, balance_in_cents: 979 };
  const byHand = { ...charge, collection_method: 'manual' } as const;
  const credit = { type: 'credit', refundable_total_in_cents: 0 } as const;
  it.each<[Partial<ShownInvoice>, string[]]>([
    [{ state: 'paid', refundable_total_in_cents: 979 }, ['refund']],
    [{ state: 'paid', refundable_total_in_cents: 0 }, []],
    [{ state: 'pending', ...charge }, ['mark_successful', 'mark_failed', 'force_collect']],
    [{ state: 'past_due', ...charge }, ['mark_successful', 'mark_failed', 'force_collect']],
    [{ state: 'pending', ...byHand }, ['mark_successful', 'mark_failed']],
    [{ state: 'pending', ...charge, balance_in_cents: 0 }, ['mark_successful', 'mark_failed']],
    [{ state: 'processing', ...charge }, ['mark_failed']],
    [{ state: 'failed', ...charge }, []],
    [{ ...credit, state: 'open', balance_in_cents: -979 }, ['void']],
    [{ ...credit, state: 'closed' }, []],
  ])('%j: %j, in every version', (changes, expected) => {
    for (const version of ['2.2', '2.9', '2.10', '2.19'] as const) expect(actions(changes, version)).toEqual(expected);
  });
});

describe('a long invoice', () => {
  const linesAndLinks = (count: number): [number, boolean] => {
    const line = { ...anAdjustment(1, account), account_code: 'buyer', invoice: '1001' };
    const long = { ...parts(), lines: Array.from({ length: count }, () => line) };
    const xml = render(invoice, invoiceView(long, '2.19', english), rendering('2.19'));
    return [[...xml.matchAll(/<adjustment /g)].length, xml.includes('<all_line_items href="invoice_adjustments"/>')];
  };

  it('shows five hundred lines, and where all of them are', () => {
    expect(linesAndLinks(500)).toEqual([500, false]);
    expect(linesAndLinks(501)).toEqual([500, true]);
  });
});

describe('a preview', () => {
  it('has no number, and nothing of it an address but its account', () => {
    const xml = shown({ invoice_number: null, refundable_total_in_cents: 0 });
    expect(xml).toContain('<invoice_number nil="nil"/>');
    expect([...xml.matchAll(/href="(\w+)"/g)].map(([, endpoint]) => endpoint)).toEqual(['account', 'account']);
  });
});

describe('a collection', () => {
  const rendered = (charge: InvoiceParts | null, credits: InvoiceParts[]): string =>
    render(invoiceCollection, invoiceCollectionView({ charge, credits }, '2.19', english), rendering('2.19'));

  it('names what is charged and what is refunded', () => {
    const xml = rendered(parts(), [parts({ type: 'credit', invoice_number: 1002 })]);
    expect(xml).toMatch(/<invoice_collection>\n<charge_invoice href="invoice">/);
    expect(xml).toMatch(/<credit_invoices type="array">\n<credit_invoice href="invoice">/);
  });

  it('leaves out a charge that is none', () => {
    expect(rendered(null, [])).toMatch(
      /<invoice_collection>\n<credit_invoices type="array">\n<\/credit_invoices>\n<\/invoice_collection>/,
    );
  });
});
