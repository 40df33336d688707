import { INVOICE_SERIES, invoiceNumber, LARGEST_NEXT_NUMBER } from '../../domain/invoices/numbering.ts';
import { auditEntry } from '../../engine/recording/audit-entry.ts';
import { type Administrator, callerOn, onSite, type SiteDeps } from '../../engine/sites/on-site.ts';
import { Failure } from '../../values/failure.ts';

/**
 * Sets the number of the next invoice of a site, which only moves upwards, so that no number is given twice: after a
 * restore, those that customers have received since the backup must not be used again. Setting the present number
 * changes nothing. Throws `not_found`, and `invoice_number_not_above` for a lower number or one that is too large.
 */
export const raiseInvoiceNumber =
  (deps: SiteDeps) =>
  (operator: Administrator, subdomain: string, wanted: number): Promise<void> =>
    onSite(deps, subdomain, async (site, _, records) => {
      const present = invoiceNumber(await records.upcoming(INVOICE_SERIES));
      if (wanted === present) return;
      if (wanted < present || wanted > LARGEST_NEXT_NUMBER) {
        throw new Failure('invoice_number_not_above', { value: wanted, present, largest: LARGEST_NEXT_NUMBER });
      }
      await records.next(INVOICE_SERIES, wanted - present);
      await records.auditLog.append(
        auditEntry(
          deps.world,
          callerOn(deps.world, operator, site),
          'site.invoice_number_raised',
          `${subdomain}: ${present} to ${wanted}`,
        ),
      );
    });
