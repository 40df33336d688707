import {
  type LineLabels,
  labelsOf,
  NO_LABELS,
  referredAccounts,
  type SubscriptionLabels,
  UNLABELED,
} from '../../../domain/general-ledger/labels.ts';
import type { ItemRecord } from '../../../domain/items/record.ts';
import type { PlanRecord } from '../../../domain/plans/record.ts';
import { isItem } from '../../../domain/subscriptions/agreement.ts';
import type { SubscriptionRecord } from '../../../domain/subscriptions/record.ts';
import type { Records } from '../../../ports/storage.ts';
import type { LedgerReferences } from '../../../resources/ledger-references.ts';

type LabelRecords = Pick<Records, 'addOns' | 'items' | 'generalLedgerAccounts'>;

/** Reads the labels of a record's lines. */
export const readLabels = async (
  { generalLedgerAccounts }: Pick<Records, 'generalLedgerAccounts'>,
  references: Partial<LedgerReferences>,
): Promise<LineLabels> => {
  const ids = referredAccounts([references]);
  if (ids.length === 0 && !references.performance_obligation_id) return NO_LABELS;
  return labelsOf(references, await generalLedgerAccounts.byIds(ids));
};

/** Reads the labels of what a subscription bills, as its plan, the add-ons of the plan and its items have them now. */
export const readSubscriptionLabels = async (
  { addOns, items, generalLedgerAccounts }: LabelRecords,
  plan: PlanRecord | undefined,
  { add_ons }: Pick<SubscriptionRecord, 'add_ons'>,
): Promise<SubscriptionLabels> => {
  if (!plan) return UNLABELED;
  const sold = add_ons.some((addOn) => !isItem(addOn)) ? await addOns.ofPlan(plan.id) : [];
  const soldItems: (readonly [code: string, item: ItemRecord])[] = [];
  for (const { add_on_code, item_code } of add_ons.filter(isItem)) {
    const item = await items.find(item_code ?? add_on_code);
    if (item) soldItems.push([add_on_code, item]);
  }
  const setupFee: LedgerReferences = {
    liability_gl_account_id: plan.setup_fee_liability_gl_account_id,
    revenue_gl_account_id: plan.setup_fee_revenue_gl_account_id,
    performance_obligation_id: plan.setup_fee_performance_obligation_id,
  };
  const ids = referredAccounts([plan, setupFee, ...sold, ...soldItems.map(([, item]) => item)]);
  const accounts = ids.length > 0 ? await generalLedgerAccounts.byIds(ids) : [];
  return {
    plan: labelsOf(plan, accounts),
    setup_fee: labelsOf(setupFee, accounts),
    add_ons: Object.fromEntries(sold.map((addOn) => [addOn.add_on_code, labelsOf(addOn, accounts)])),
    items: Object.fromEntries(soldItems.map(([code, item]) => [code, labelsOf(item, accounts)])),
  };
};
