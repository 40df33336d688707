import {
  type LineLabels,
  labelsOf,
  NO_LABELS,
  referredAccounts,
  type SubscriptionLabels,
  UNLABELED,
} from '../../../domain/general-ledger/labels.ts';
import type { PlanRecord } from '../../../domain/plans/record.ts';
import type { SubscriptionRecord } from '../../../domain/subscriptions/record.ts';
import type { Records } from '../../../ports/storage.ts';
import type { LedgerReferences } from '../../../resources/ledger-references.ts';

type LabelRecords = Pick<Records, 'addOns' | 'generalLedgerAccounts'>;

/** Reads the labels of a record's lines. */
export const readLabels = async (
  { generalLedgerAccounts }: Pick<Records, 'generalLedgerAccounts'>,
  references: Partial<LedgerReferences>,
): Promise<LineLabels> => {
  const ids = referredAccounts([references]);
  if (ids.length === 0 && !references.performance_obligation_id) return NO_LABELS;
  return labelsOf(references, await generalLedgerAccounts.byIds(ids));
};

/** Reads the labels of what a subscription bills, as its plan and the add-ons of the plan have them now. */
export const readSubscriptionLabels = async (
  { addOns, generalLedgerAccounts }: LabelRecords,
  plan: PlanRecord | undefined,
  { add_ons }: Pick<SubscriptionRecord, 'add_ons'>,
): Promise<SubscriptionLabels> => {
  if (!plan) return UNLABELED;
  const sold = add_ons.length > 0 ? await addOns.ofPlan(plan.id) : [];
  const setupFee: LedgerReferences = {
    liability_gl_account_id: plan.setup_fee_liability_gl_account_id,
    revenue_gl_account_id: plan.setup_fee_revenue_gl_account_id,
    performance_obligation_id: plan.setup_fee_performance_obligation_id,
  };
  const ids = referredAccounts([plan, setupFee, ...sold]);
  const accounts = ids.length > 0 ? await generalLedgerAccounts.byIds(ids) : [];
  return {
    plan: labelsOf(plan, accounts),
    setup_fee: labelsOf(setupFee, accounts),
    add_ons: Object.fromEntries(sold.map((addOn) => [addOn.add_on_code, labelsOf(addOn, accounts)])),
  };
};
