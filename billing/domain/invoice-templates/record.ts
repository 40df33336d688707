import type { InvoiceTemplate } from '../../resources/invoice-template.ts';
import type { InvoiceLook } from '../invoices/look.ts';

/** The settings of a template, which an operator decides. Its texts have variables in place of values. */
export interface TemplateSettings extends InvoiceLook, Pick<InvoiceTemplate, 'name' | 'description'> {
  /** Whether it is that of invoices whose account names none. */
  readonly is_default: boolean;
  /** Printed below each line, with the values of its variables. */
  readonly line_text: string | null;
}

export interface InvoiceTemplateRecord extends TemplateSettings, InvoiceTemplate {
  /** UUIDv7; `uuid` is what clients see. */
  readonly key: string;
}

export const TEMPLATE_SETTINGS = [
  'name',
  'description',
  'is_default',
  'header_image',
  'footer_image',
  'address',
  'hide_line_dates',
  'hide_zero_lines',
  'text',
  'line_text',
] as const satisfies readonly (keyof TemplateSettings)[];
