import { DUE_KIND_NAMES, type DueKindName } from '../../domain/due/kinds.ts';
import type { Exporter } from '../../ports/exports.ts';
import type { ReportFiles } from '../../ports/report-files.ts';
import type { TransitionDeps } from '../subscriptions/carry-out-transition.ts';
import { cardReminders } from './kinds/card-reminders.ts';
import { collections } from './kinds/collections.ts';
import { dunningSteps } from './kinds/dunning-steps.ts';
import { gatewayNotifications } from './kinds/gateway-notifications.ts';
import { gatewayOperations } from './kinds/gateway-operations.ts';
import { gatewayOutages } from './kinds/gateway-outages.ts';
import { giftCardBreakage } from './kinds/gift-card-breakage.ts';
import { giftCardDeliveries } from './kinds/gift-card-deliveries.ts';
import type { DueEntry, DueKind } from './kinds/kind.ts';
import { nightlyExports } from './kinds/nightly-exports.ts';
import { overdueInvoices } from './kinds/overdue-invoices.ts';
import { paymentActions } from './kinds/payment-actions.ts';
import { paymentIntents } from './kinds/payment-intents.ts';
import { payoutFetches } from './kinds/payout-fetches.ts';
import { periodSnapshots } from './kinds/period-snapshots.ts';
import { recurringRevenue } from './kinds/recurring-revenue.ts';
import { reportRuns } from './kinds/report-runs.ts';
import { settlements } from './kinds/settlements.ts';
import { subscriptionBoundaries } from './kinds/subscription-boundaries.ts';
import { priceReminders, renewalReminders, trialReminders } from './kinds/subscription-reminders.ts';
import { unansweredCollections } from './kinds/unanswered-collections.ts';

export interface DueKindsDeps extends TransitionDeps {
  readonly reportFiles: ReportFiles;
  readonly exporter: Exporter;
  /** Whether the process is about to end, so that long work stops. */
  readonly isEnding: () => boolean;
}

/** The registry of due work, in the order of `DUE_KINDS`. */
export const dueKinds = (deps: DueKindsDeps): readonly DueKind[] => {
  const entries: Readonly<Record<DueKindName, DueEntry>> = {
    payment_intent: paymentIntents(deps),
    gateway_notification: gatewayNotifications(deps),
    payment_action: paymentActions(deps),
    settlement: settlements(deps),
    overdue_invoice: overdueInvoices(deps),
    unanswered_collection: unansweredCollections(deps),
    gateway_outage: gatewayOutages(deps),
    collection: collections(deps),
    dunning: dunningSteps(deps),
    subscription_boundary: subscriptionBoundaries(deps),
    gift_card_delivery: giftCardDeliveries(deps),
    gift_card_breakage: giftCardBreakage(deps),
    trial_reminder: trialReminders(deps),
    renewal_reminder: renewalReminders(deps),
    price_reminder: priceReminders(deps),
    card_reminder: cardReminders(deps),
    recurring_revenue: recurringRevenue(deps),
    period_snapshot: periodSnapshots(deps),
    nightly_export: nightlyExports(deps),
    payout_fetch: payoutFetches(deps),
    report_run: reportRuns(deps),
    gateway_operation: gatewayOperations(deps),
  };
  return DUE_KIND_NAMES.map((kind) => ({ kind, ...entries[kind] }));
};
