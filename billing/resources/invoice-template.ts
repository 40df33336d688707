import { code, link, maybe, text, time } from './field.ts';
import { resource } from './resource.ts';
import type { Infer } from './schema.ts';

/** A look of invoices. Operators make and change them; accounts name one by its uuid. */
export const invoiceTemplate = resource('invoice_template', {
  accounts: link(),
  uuid: code(13),
  name: text(255),
  code: code(50),
  description: maybe(text()),
  created_at: time(),
  updated_at: time(),
});

export type InvoiceTemplate = Infer<typeof invoiceTemplate>;
