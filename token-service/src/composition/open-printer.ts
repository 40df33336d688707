import type { World } from '@service/billing/ports/world.ts';
import type { OpenStorage } from '../adapters/storage/storage.ts';
import {
  type InvoicePrinter,
  type InvoicePrinterDeps,
  invoicePrinter,
} from '../documents/invoice-pdf/invoice-printer.ts';

interface PrinterParts {
  readonly opened: Pick<OpenStorage, 'sites' | 'storage'>;
  readonly world: Pick<World, 'turn'>;
  readonly log: InvoicePrinterDeps['log'];
}

/** Opens the printer of invoices, with the logos and pictures of sites. */
export const openPrinter = ({ opened, world, log }: PrinterParts): InvoicePrinter =>
  invoicePrinter({
    log,
    turn: world.turn,
    logo: (site) => opened.sites.logo(site),
    picture: async (siteId, digest) => (await opened.storage.of(siteId).invoiceTemplates.picture(digest))?.bytes,
  });
