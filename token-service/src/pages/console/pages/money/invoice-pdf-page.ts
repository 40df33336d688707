import { invoiceName } from '@service/billing/domain/invoices/invoice-name.ts';
import { findAccount } from '@service/billing/queries/accounts/accounts.ts';
import { findInvoiceDocument } from '@service/billing/queries/invoices/invoice-documents.ts';
import { findInvoice, findInvoiceParts } from '@service/billing/queries/invoices/invoices.ts';
import { LATEST } from '@service/billing/resources/version.ts';
import { type ConsoleRoute, readingPage } from '../../route.ts';
import { consoleVisitOf } from '../../visit.ts';
import { mailLocale } from './invoice-document.ts';
import type { MoneyDeps } from './money-deps.ts';

/** The PDF of an invoice as the customer was sent it. It names the customer, so not every role may see it. */
export const invoicePdfPage = (deps: MoneyDeps): ConsoleRoute => {
  const find = findInvoice(deps);
  const partsOf = findInvoiceParts(deps);
  const accountOf = findAccount(deps);
  const documentOf = findInvoiceDocument(deps);

  return readingPage('/invoices/:number/pdf', 'invoice pdf', 'customers.personal', async (ctx) => {
    const visit = consoleVisitOf(ctx);
    const { caller } = visit;
    const invoice = await find(caller, ctx.params.number ?? '');
    const account = await accountOf(caller, invoice.account_code);
    const acceptLanguage = mailLocale(visit, account);
    const bytes = await deps.printer.print(caller, async () => {
      const reading = { caller, version: LATEST, turn: deps.world.turn, embedded: Number.POSITIVE_INFINITY };
      const parts = await partsOf(reading, invoice.uuid);
      return { ...(await documentOf(caller, parts, account)), acceptLanguage };
    });
    ctx.type = 'application/pdf';
    ctx.set('Content-Disposition', `attachment; filename="invoice-${invoiceName(invoice)}.pdf"`);
    ctx.body = bytes;
  });
};
