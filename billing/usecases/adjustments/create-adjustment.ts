import type { ShippingAddressRecord } from '../../domain/accounts/record.ts';
import { newShippingAddress, tooManyAddresses } from '../../domain/accounts/shipping-address.ts';
import {
  adjustmentIssues,
  chargeCurrencyIssues,
  pendingAdjustment,
  shippingSnapshot,
} from '../../domain/adjustments/adjustment.ts';
import type { ShownAdjustment } from '../../domain/adjustments/record.ts';
import { referencesOf } from '../../domain/general-ledger/labels.ts';
import { soldItemIssues, withItem } from '../../domain/items/sold-item.ts';
import { readLabels } from '../../engine/orders/reading/read-labels.ts';
import { auditEntry } from '../../engine/recording/audit-entry.ts';
import { moneyChanges } from '../../engine/recording/money-changes.ts';
import { recordOnce } from '../../engine/recording/request-outcome.ts';
import type { Caller } from '../../ports/caller.ts';
import type { Records, Storage } from '../../ports/storage.ts';
import type { World } from '../../ports/world.ts';
import { addressCount, needOpenAccount } from '../../queries/accounts/accounts.ts';
import { ledgerReferenceIssues } from '../../queries/books/general-ledger.ts';
import { needAdjustment } from '../../queries/invoices/adjustments.ts';
import { sentCustomFieldIssues } from '../../queries/settings/custom-fields.ts';
import type { AdjustmentInput } from '../../resources/adjustment.ts';
import type { ShippingAddressInput } from '../../resources/shipping-address.ts';
import type { Submitted } from '../../resources/submitted.ts';
import { type Issue, refuse } from '../../values/failure.ts';
import type { Seconds } from '../../values/time.ts';

/**
 * Adds a pending charge, or a credit if the amount is negative, to the account's next invoice. A new shipping address
 * in the request is added to the account. Throws `not_found`, `account_closed`, `Invalid`.
 */
export const createAdjustment =
  ({ storage, world }: { readonly storage: Storage; readonly world: World }) =>
  (caller: Caller, account_code: string, { value, issues }: Submitted<AdjustmentInput>): Promise<ShownAdjustment> =>
    recordOnce({ storage }, caller, async (records) => {
      const { site } = caller;
      const account = await needOpenAccount(records, account_code);
      const at = caller.at;
      const item = value.item_code ? await records.items.find(value.item_code) : undefined;
      const address = await addressed(records, world, account.id, at, value);
      refuse([
        ...issues,
        ...chargeCurrencyIssues(site, value, issues),
        ...adjustmentIssues('adjustment', value, at),
        ...soldItemIssues('adjustment', value, item),
        ...(await sentCustomFieldIssues(records, site, CHARGE, value.custom_fields)),
        ...address.issues,
        ...(await ledgerReferenceIssues(records, 'adjustment', value)),
      ]);

      if (address.added) {
        await records.shippingAddresses.add(address.added);
        records.events.say({ type: 'new_shipping_address', shipping_address: address.added });
      }
      const to = address.added ?? address.found;
      const sent = withItem(value, item);
      const made = {
        ...pendingAdjustment(world, site, account.id, at, sent, to ? shippingSnapshot(to) : null),
        ...(await readLabels(records, referencesOf(value, item))),
      };
      await records.adjustments.add(made);
      const cents = made.unit_amount_in_cents * made.quantity;
      const changes = moneyChanges(cents, made.currency, { account: account.account_code });
      await records.auditLog.append(auditEntry(world, caller, 'adjustment.created', made.uuid, changes));
      return needAdjustment(records, made.uuid);
    });

const CHARGE = { relatedType: 'charge', path: 'adjustment' } as const;

interface Addressed {
  readonly added?: ShippingAddressRecord;
  readonly found?: ShippingAddressRecord | undefined;
  readonly issues: readonly Issue[];
}

/** Returns the shipping address of a charge: one of the account, or a new one in the request. */
const addressed = async (
  records: Records,
  world: World,
  accountId: string,
  at: Seconds,
  { shipping_address: sent, shipping_address_id: id }: AdjustmentInput,
): Promise<Addressed> => {
  const field = 'adjustment.shipping_address_id';
  if (sent) {
    const issues = tooManyAddresses(await addressCount(records, accountId), 1);
    if (id) issues.push({ field, symbol: 'present', reason: 'address_beside_id' });
    const number = await records.next('shipping_address');
    return { added: newShippingAddress(world, accountId, number, at, sent as ShippingAddressInput), issues };
  }
  if (id === null || id === undefined) return { issues: [] };
  const found = await records.shippingAddresses.find(accountId, id);
  return { found, issues: found ? [] : [{ field, symbol: 'not_found' }] };
};
