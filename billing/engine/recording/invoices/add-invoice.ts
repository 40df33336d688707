import { invoiceAdded } from '../../../domain/events/invoice-events.ts';
import type { DraftInvoice } from '../../../domain/invoices/draft.ts';
import { invoiceNumber, seriesOf } from '../../../domain/invoices/numbering.ts';
import type { InvoiceRecord } from '../../../domain/invoices/record.ts';
import { posted } from '../../../domain/ledger/movements.ts';
import type { Records } from '../../../ports/storage.ts';
import type { World } from '../../../ports/world.ts';
import { Failure } from '../../../values/failure.ts';
import { taxConversion } from './tax-conversion.ts';
import { withLook } from './with-look.ts';

/** Adds an invoice as `writeInvoice` does, and says that it is new and what state it begins in. */
export const addInvoice = async (
  records: Records,
  world: Pick<World, 'ids'>,
  draft: DraftInvoice,
  pending: readonly string[] = [],
): Promise<InvoiceRecord> => {
  const invoice = await writeInvoice(records, world, draft, pending);
  records.events.say(...invoiceAdded(invoice));
  return invoice;
};

/**
 * Gives an invoice the next number of its prefix and its look, and writes it with its lines and its ledger postings. A
 * transaction that is rolled back releases the number, so that there are no gaps. Lines whose uuid is in `pending` are
 * stored as pending; throws `simultaneous_request` when they no longer are.
 */
export const writeInvoice = async (
  records: Records,
  world: Pick<World, 'ids'>,
  draft: DraftInvoice,
  pending: readonly string[],
): Promise<InvoiceRecord> => {
  const { invoice, lines } = await withLook(records, draft);
  const waiting = new Set(pending);
  // A draft that an earlier release stored does not say that nothing was credited yet, nor where the customer was.
  const numbered = {
    ...invoice,
    credited_in_cents: 0,
    tax_evidence: invoice.tax_evidence ?? null,
    tax_conversion: invoice.tax_conversion ?? (await taxConversion(records, invoice)),
    invoice_number: invoiceNumber(await records.next(seriesOf(invoice.invoice_number_prefix))),
  };
  await records.invoices.add(numbered);
  await records.adjustments.addAll(lines.filter(({ uuid }) => !waiting.has(uuid)));
  for (const line of lines.filter(({ uuid }) => waiting.has(uuid))) {
    const found = await records.adjustments.find(line.uuid);
    if (found?.state !== 'pending') throw new Failure('simultaneous_request');
    await records.adjustments.save(line);
  }
  const { type, gift_card_id } = numbered;
  const redeemed = type === 'credit' && gift_card_id !== null ? await records.giftCards.find(gift_card_id) : undefined;
  await records.ledger.append(posted(world, numbered, redeemed));
  return numbered;
};
