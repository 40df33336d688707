import { invoiceMoved } from '../../domain/events/invoice-events.ts';
import { dueDate } from '../../domain/invoices/due-date.ts';
import { edited } from '../../domain/invoices/edited.ts';
import { invoiceName } from '../../domain/invoices/invoice-name.ts';
import type { ShownInvoice } from '../../domain/invoices/record.ts';
import { termsIssues } from '../../domain/invoices/terms.ts';
import { gatewayIssues } from '../../engine/accounts/gateway-issues.ts';
import { auditEntry } from '../../engine/recording/audit-entry.ts';
import { methodIssues } from '../../engine/recording/methods/paying-method.ts';
import type { Caller } from '../../ports/caller.ts';
import type { Gateways } from '../../ports/gateway.ts';
import type { Storage } from '../../ports/storage.ts';
import type { World } from '../../ports/world.ts';
import { needInvoice } from '../../queries/invoices/invoices.ts';
import { changes } from '../../resources/apply.ts';
import { type EditedInvoiceInput, editedInvoice } from '../../resources/edited-invoice.ts';
import type { Submitted } from '../../resources/submitted.ts';
import { type Issue, refuse } from '../../values/failure.ts';
import { DAY, type Seconds } from '../../values/time.ts';

export interface EditDeps {
  readonly storage: Storage;
  readonly gateways: Pick<Gateways, 'knows'>;
  readonly world: World;
}

/**
 * Changes the texts and terms of an invoice, never its amounts. New net terms move the due date of an unpaid charge
 * invoice that is collected manually. The address of an invoice stays as it is once its month is closed. Returns its
 * uuid. Throws `not_found`, `Invalid`.
 */
export const editInvoice =
  ({ storage, gateways, world }: EditDeps) =>
  async (caller: Caller, named: string, { value, issues }: Submitted<EditedInvoiceInput>): Promise<string> => {
    const unknownGateway = await gatewayIssues(gateways, caller.site, 'invoice.gateway_code', value.gateway_code);
    return storage.transaction(caller.site.id, async (records) => {
      const found = await needInvoice(records, named);
      const net_terms = value.net_terms ?? found.net_terms;
      const net_terms_type = value.net_terms_type ?? found.net_terms_type;
      const moved = [
        ...(net_terms === found.net_terms ? [] : ['net_terms']),
        ...(net_terms_type === found.net_terms_type ? [] : ['net_terms_type']),
      ];
      refuse([
        ...issues,
        ...termsIssues(caller.site, 'invoice', { po_number: value.po_number }),
        ...unknownGateway,
        ...(await methodIssues(records, {
          accountId: found.account_id,
          field: 'invoice.billing_info_uuid',
          named: value.billing_info_uuid,
          currency: found.currency,
        })),
        ...(isOpenByHand(found) ? [] : moved.map((name): Issue => ({ field: `invoice.${name}`, symbol: 'immutable' }))),
        // Taxes are reported by the address.
        ...(value.address && found.created_at < caller.site.books_closed_until
          ? [{ field: 'invoice.address', symbol: 'invalid', reason: 'address_of_closed_month' } satisfies Issue]
          : []),
      ]);
      const at = caller.at;
      const { address, net_terms: _, net_terms_type: __, ...texts } = changes(editedInvoice, value);
      const { vat_reverse_charge_notes } = found;
      const edit = edited(
        found,
        {
          ...texts,
          // Whether reverse charge applies was decided when the invoice was posted.
          vat_reverse_charge_notes:
            vat_reverse_charge_notes === null ? null : (texts.vat_reverse_charge_notes ?? vat_reverse_charge_notes),
          ...(moved.length > 0 ? due({ ...found, net_terms, net_terms_type }, at) : {}),
          address: value.address && address ? address : {},
        },
        at,
      );
      const after = edit.invoice;
      await records.invoices.save(after);
      if (after.due_on !== found.due_on && found.due_on !== null) {
        await records.invoices.keepDueDate(found.uuid, at, found.due_on);
      }
      records.events.say(...invoiceMoved(found, edit));
      await records.auditLog.append(auditEntry(world, caller, 'invoice.edited', invoiceName(found)));
      return found.uuid;
    });
  };

const isOpenByHand = ({ type, state, collection_method }: ShownInvoice): boolean =>
  type === 'charge' && collection_method === 'manual' && (state === 'pending' || state === 'past_due');

/**
 * Returns what other net terms change of an invoice. A later due date may make it pending again, which ends its
 * dunning; with an earlier one, due work makes it past due.
 */
const due = (invoice: ShownInvoice, at: Seconds): Partial<ShownInvoice> => {
  const { net_terms, net_terms_type } = invoice;
  const terms = { net_terms, net_terms_type, due_on: dueDate(invoice.created_at, invoice) };
  if (terms.due_on + DAY <= at) return terms;
  return { ...terms, state: 'pending', dunning: null, dunning_due_at: null };
};
