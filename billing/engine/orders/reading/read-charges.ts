import { adjustmentIssues, shippingSnapshot } from '../../../domain/adjustments/adjustment.ts';
import { chargeLine } from '../../../domain/adjustments/charge-lines.ts';
import { type AdjustmentRecord, adjustmentOf, type ShownAdjustment } from '../../../domain/adjustments/record.ts';
import { referencesOf } from '../../../domain/general-ledger/labels.ts';
import { soldItemIssues, withItem } from '../../../domain/items/sold-item.ts';
import type { World } from '../../../ports/world.ts';
import { ledgerReferenceIssues } from '../../../queries/books/general-ledger.ts';
import { sentCustomFieldIssues } from '../../../queries/settings/custom-fields.ts';
import { MOST_LINES } from '../../../resources/invoice.ts';
import type { PurchasedCharge } from '../../../resources/purchase.ts';
import type { Issue } from '../../../values/failure.ts';
import { isExempt } from '../../../values/tax/exemption.ts';
import type { ChargeItem } from '../drafting/order.ts';
import { itemLookup } from './look-up-items.ts';
import type { Basis } from './read-basis.ts';
import { readLabels } from './read-labels.ts';
import type { At } from './request.ts';

interface ChargeBasis extends Pick<Basis, 'site' | 'tax_exempt' | 'taxes'> {
  readonly world: Pick<World, 'turn'>;
}

/** Charges that are read in one turn of the event loop: a few milliseconds of work. */
const PER_TURN = 250;

/** Reads the charges and credits that a request makes. */
export const readCharges = async (
  basis: Basis,
  requested: readonly At<PurchasedCharge>[],
): Promise<{ readonly charges: readonly ChargeItem[]; readonly issues: readonly Issue[] }> => {
  const { records, setting, shipping, world } = basis;
  const charges: ChargeItem[] = [];
  const issues: Issue[] = [];
  const itemOf = itemLookup(basis.records, world);
  for (const charge of requested) {
    if (charges.length % PER_TURN === PER_TURN - 1) await world.turn();
    issues.push(...adjustmentIssues(charge.path, charge, setting.at));
    const item = charge.item_code ? await itemOf(charge.item_code) : undefined;
    issues.push(...soldItemIssues(charge.path, charge, item));
    const kind = { relatedType: 'charge', path: charge.path } as const;
    issues.push(
      ...adjustmentIssues(charge.path, charge, setting.at),
      ...(await sentCustomFieldIssues(basis.records, basis.site, kind, charge.custom_fields)),
    );
    issues.push(...(await ledgerReferenceIssues(records, charge.path, charge)));
    const to = (await shipping.address(charge, charge.path)) ?? basis.shipTo;
    const line = chargeLine(setting, withItem(charge, item), to ? shippingSnapshot(to) : null);
    const labels = await readLabels(records, referencesOf(charge, item));
    charges.push(await chargeItem(basis, { ...line, ...labels }, false));
  }
  return { charges, issues };
};

/**
 * Reads charges and credits that are pending on the account, oldest first, as many as an invoice has room for; the rest
 * stay for the next invoice.
 */
export const readPendingCharges = async (
  basis: ChargeBasis,
  pending: readonly ShownAdjustment[],
  room = MOST_LINES,
): Promise<readonly ChargeItem[]> => {
  const items: ChargeItem[] = [];
  for (const line of pending.slice(0, Math.max(0, room))) {
    if (items.length % PER_TURN === PER_TURN - 1) await basis.world.turn();
    items.push(await chargeItem(basis, adjustmentOf(line), true));
  }
  return items;
};

/** Returns the codes of the accounts that lines are for, by id. */
export const codesOf = (lines: readonly ShownAdjustment[]): ReadonlyMap<string, string> =>
  new Map(lines.map(({ account_id, account_code }) => [account_id, account_code]));

const chargeItem = async (basis: ChargeBasis, line: AdjustmentRecord, pending: boolean): Promise<ChargeItem> => {
  if (line.type === 'credit') return { line, pending, discountable: false, rates: [] };
  const exempt = isExempt(basis.site, basis, { kind: 'charge', tax_exempt: line.tax_exempt || null });
  const { shipping_address: shipping, tax_code } = line;
  const rates = await basis.taxes.rates({ shipping, tax_code, exempt, sources: line });
  return { line, pending, discountable: true, rates };
};
