import type { OrderDeps } from '@service/billing/engine/orders/with-order.ts';
import type { OperatorRecords } from '@service/billing/ports/operators.ts';
import type { SiteRecords } from '@service/billing/ports/sites.ts';
import type { InvoicePrinter } from '../../../../documents/invoice-pdf/invoice-printer.ts';

/** The dependencies of the pages of invoices, payments and disputes. */
export interface MoneyDeps extends OrderDeps {
  readonly printer: Pick<InvoicePrinter, 'print'>;
  readonly sites: Pick<SiteRecords, 'keys'>;
  readonly hasMailServer: boolean;
  readonly operators: Pick<OperatorRecords, 'spend' | 'spent' | 'unspend' | 'all' | 'assignments'>;
}
