import { type ChosenCampaign, DEFAULT_CAMPAIGN, type DunningChoice } from '../../../domain/dunning/campaign.ts';
import type { ShownInvoice } from '../../../domain/invoices/record.ts';
import type { ShownSubscription } from '../../../domain/subscriptions/record.ts';
import type { Records } from '../../../ports/storage.ts';
import { subscriptionsOnInvoice } from '../../../queries/subscriptions/subscriptions.ts';

/** Returns the campaign that an invoice enters dunning with: the account's, else a plan's on it, else the site's. */
export const chooseCampaign = async (records: Records, invoice: ShownInvoice): Promise<DunningChoice> => {
  const subscriptions = await subscriptionsOnInvoice(records, invoice.uuid);
  const campaign =
    (await records.dunning.assigned('account', invoice.account_id)) ??
    (await planCampaign(records, subscriptions)) ??
    (await records.dunning.assigned('site', '')) ??
    (await records.dunning.find(DEFAULT_CAMPAIGN.code)) ??
    DEFAULT_CAMPAIGN;
  return { campaign, afterTrial: await isAfterTrial(records, invoice, subscriptions) };
};

/** Returns the campaign of the first plan on the invoice that has one. */
const planCampaign = async (
  { dunning }: Records,
  subscriptions: readonly ShownSubscription[],
): Promise<ChosenCampaign | undefined> => {
  for (const { plan_id } of subscriptions) {
    const campaign = await dunning.assigned('plan', plan_id);
    if (campaign) return campaign;
  }
  return undefined;
};

/** Whether the invoice bills the period of a subscription that begins where its trial ended. */
const isAfterTrial = async (
  { adjustments }: Records,
  { uuid }: ShownInvoice,
  subscriptions: readonly ShownSubscription[],
): Promise<boolean> => {
  const ends = new Map(subscriptions.map((one) => [one.uuid, one.trial_ends_at]));
  if (![...ends.values()].some((ended) => ended !== null)) return false;
  const lines = await adjustments.onInvoice(uuid);
  return lines.some(
    ({ origin, subscription_id, start_date }) =>
      origin === 'plan' && subscription_id !== null && start_date !== null && ends.get(subscription_id) === start_date,
  );
};
