import type { InvoiceTemplateRecord } from '../domain/invoice-templates/record.ts';
import type { InvoicePicture } from '../domain/invoices/look.ts';

/** The invoice templates of a site, of which there are few, and the pictures of invoices. */
export interface InvoiceTemplateRecords {
  /** Oldest first. */
  all(): Promise<readonly InvoiceTemplateRecord[]>;
  find(uuid: string): Promise<InvoiceTemplateRecord | undefined>;
  /** Returns the template that an account names, else the default one. */
  ofAccount(accountId: string): Promise<InvoiceTemplateRecord | undefined>;
  add(record: InvoiceTemplateRecord): Promise<void>;
  save(record: InvoiceTemplateRecord): Promise<void>;
  /** Removes a template, and takes it away from the accounts that name it. */
  remove(record: InvoiceTemplateRecord): Promise<void>;
  /** Stores the file of a picture, which stays for the invoices that have it. */
  keepPicture(picture: InvoicePicture, bytes: Uint8Array): Promise<void>;
  /** Returns the file of a picture by its digest. */
  picture(digest: string): Promise<{ readonly type: InvoicePicture['type']; readonly bytes: Uint8Array } | undefined>;
}
