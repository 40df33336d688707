import type { ConsoleRoute } from '../../route.ts';
import { collectRoutes } from './collect.ts';
import { disputeListPage } from './dispute-list.ts';
import { disputePages } from './dispute-page.ts';
import { eInvoicePage } from './e-invoice-page.ts';
import { editInvoiceRoutes } from './edit-texts.ts';
import { invoiceListPage } from './invoice-list.ts';
import { invoicePage } from './invoice-page.ts';
import { invoicePdfPage } from './invoice-pdf-page.ts';
import { markFailedRoutes } from './mark-failed.ts';
import type { MoneyDeps } from './money-deps.ts';
import { pastDueListPage } from './past-due-list.ts';
import { pastDueTogetherRoutes } from './past-due-together.ts';
import { paymentListPage } from './payment-list.ts';
import { paymentLookUpPage } from './payment-look-up.ts';
import { paymentPage } from './payment-page.ts';
import { recordPaymentRoutes } from './record-payment.ts';
import { refundRoutesOfInvoice } from './refund-page.ts';
import { sendAgainRoutes } from './send-again.ts';
import { stopDunningRoutes } from './stop-dunning.ts';
import { useCreditRoutes } from './use-credit.ts';

/** Invoices, payments, what is past due, and disputes. */
export const moneyPages = (deps: MoneyDeps): readonly ConsoleRoute[] => [
  invoiceListPage(deps),
  invoicePage(deps),
  invoicePdfPage(deps),
  eInvoicePage(deps),
  ...refundRoutesOfInvoice(deps),
  ...collectRoutes(deps),
  ...recordPaymentRoutes(deps),
  ...markFailedRoutes(deps),
  ...stopDunningRoutes(deps),
  ...sendAgainRoutes(deps),
  ...useCreditRoutes(deps),
  ...editInvoiceRoutes(deps),
  paymentListPage(deps),
  paymentPage(deps),
  paymentLookUpPage(deps),
  pastDueListPage(deps),
  ...pastDueTogetherRoutes(deps),
  disputeListPage(deps),
  ...disputePages(deps),
];
